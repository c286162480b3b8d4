/** Dutch. */
import { type Language, wordSet } from "./language.js";

const small = "van de der den het 't ten ter te en in op aan aan voor bij von und la du";

export const dutch: Language = {
  code: "nl",
  name: "Dutch",
  stopWords: wordSet(
    "de het een en of maar want dus dat die dit deze wie wat welke waar wanneer hoe als ik jij je u hij zij ze wij we jullie mij hem haar ons hun",
    "hen mijn jouw zijn uw onze er hier daar in op aan van voor met bij uit naar om over door onder tegen tussen na tot sinds tijdens zonder is",
    "was waren ben bent wordt worden werd werden geworden geweest heeft hebben had hadden kan kunnen kon moet moeten zal zullen zou wil willen mag",
    "niet geen wel ook nog al zeer meer veel zo toen nu dan altijd nooit weer elk elke alle alles ander andere zelf twee drie te",
    "volgens ondanks wegens vanwege behalve langs rond achter binnen buiten",
  ),
  connectors: wordSet(small),
  smallWords: wordSet(small),
  particles: wordSet("van de der den het 't ten ter te von"),
  articles: wordSet("de het een 't"),
  honorifics: wordSet(
    "dhr mevr mevrouw meneer heer dr prof drs ir mr president premier minister koning koningin prins prinses paus keizer generaal burgemeester",
  ),
  companyEndings: wordSet("nv n.v bv b.v vof holding groep"),
  timeWords: wordSet(
    "maandag dinsdag woensdag donderdag vrijdag zaterdag zondag januari februari maart april mei juni juli augustus september oktober november december",
  ),
  abbreviations: wordSet(
    "dr prof drs ir mr dhr mevr st bijv bv enz ca nr blz resp o.a jan feb apr aug sept okt nov dec",
  ),
  starters: wordSet("de het een in op hij zij ze het dit deze er en maar"),
  capitalNouns: false,
  pages: {
    verb: /\s(?:is|was|zijn|waren|kan)\s/,
    disambiguationTitle: /\(doorverwijspagina\)$/i,
    disambiguationLine: /\b(?:kan verwijzen|kan betrekking|verwijst naar|kan de volgende)\b.*:\s*$/,
    disambiguationTemplate: /^(?:dp|doorverwijspagina|dpintro)/,
    personCategory: /^(?:persoon|.*persoon$)/i,
    person:
      /\([^()]{0,160}\d{4}\s*[–—-]\s*[^()]{0,60}\d{4}\)|\([^()]{0,60}\b(?:geboren|\d{1,2} \p{L}+ \d{4})\)\s(?:is|was) een/u,
    redirect: "doorverwijzing",
  },
};

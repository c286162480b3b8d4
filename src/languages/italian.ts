/** Italian. */
import { type Language, wordSet } from "./language.js";

const small =
  "di del dello della dei degli delle dell d de da dal dalla in nel nella e ed a al alla sul sulla per la le lo il i gli von van der";

export const italian: Language = {
  code: "it",
  name: "Italian",
  stopWords: wordSet(
    "il lo la l i gli le un uno una di del dello della dei degli delle dell a al allo alla ai agli alle all da dal dallo dalla dai dagli dalle",
    "dall in nel nello nella nei negli nelle nell con col su sul sullo sulla sui sugli sulle sull per tra fra e ed o ma anche che chi cui quale",
    "quali dove quando come se non né più meno molto così già ancora poi quindi io tu lui lei noi voi loro mi ti si ci vi suo sua suoi sue mio",
    "tuo nostro vostro questo questa questi queste quello quella quelli è sono era erano fu furono essere stato stata stati ha hanno aveva avere",
    "può possono deve fa fatto tutto tutti tutta tutte altro altri altra altre stesso due tre dopo prima durante secondo contro senza",
    "mediante verso presso oltre lungo sotto sopra dietro davanti malgrado tranne",
  ),
  connectors: wordSet(small),
  smallWords: wordSet(small),
  particles: wordSet("di del della dei degli de da dal d la lo von van"),
  articles: wordSet("il lo la l i gli le un uno una"),
  honorifics: wordSet(
    "sig signor signora signorina dott dottor dottoressa prof professor avv ing presidente ministro ministra re regina principe principessa papa generale don",
  ),
  companyEndings: wordSet("spa s.p.a srl s.r.l sas snc"),
  timeWords: wordSet(
    "lunedì martedì mercoledì giovedì venerdì sabato domenica gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
  ),
  abbreviations: wordSet("sig dott prof avv ing ecc es pag vol art cfr ca spa srl n d"),
  starters: wordSet("il la lo i gli le un una nel nella è era fu si questo questa ma e"),
  capitalNouns: false,
  pages: {
    verb: /\s(?:è|era|sono|erano|fu|furono|può)\s/,
    disambiguationTitle: /\(disambigua\)$/i,
    disambiguationLine: /\b(?:può riferirsi|può indicare|indica)\b.*:\s*$/,
    disambiguationTemplate: /^disambigua/,
    personCategory: /^(?:nati|morti) (?:nel|il)|^biografie/i,
    person:
      /\([^()]{0,160}\d{3,4}\s*[–—-]\s*[^()]{0,60}\d{3,4}\)|\([^()]{0,80}\d{1,2} \p{L}+ \d{4}\)\s(?:è|fu) un/u,
    redirect: "rinvia",
  },
};

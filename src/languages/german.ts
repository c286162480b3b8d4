/** German. */
import { type Language, wordSet } from "./language.js";

const months = "januar februar märz april mai juni juli august september oktober november dezember";
const days = "montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag";

const small = "von der die das des dem den und am an im in zu zur zum für auf bei unter ob van de la vom";

export const german: Language = {
  code: "de",
  name: "German",
  stopWords: wordSet(
    "der die das den dem des ein eine einer eines einem einen kein keine und oder aber doch sondern denn weil dass daß ob wenn als wie",
    "ich du er sie es wir ihr mich dich sich uns euch ihm ihn ihnen mein dein sein unser euer dieser diese dieses diesem diesen jener jede",
    "jeder jedes alle aller alles man wer was welche welcher welches in im an am auf aus bei beim mit nach von vom zu zum zur für durch",
    "gegen ohne um über unter vor hinter neben zwischen seit bis während wegen trotz ist sind war waren bin bist seid wird werden wurde",
    "wurden worden hat haben hatte hatten kann können konnte muss müssen soll sollen will wollen darf dürfen mag mögen nicht nur auch noch",
    "schon sehr mehr so da dort hier nun dann jetzt immer nie wieder etwa ja nein zwei drei vier fünf ersten zweiten",
    "laut gemäß außer innerhalb außerhalb statt",
  ),
  connectors: wordSet(small),
  smallWords: wordSet(small),
  particles: wordSet("von van zu zum zur vom de la"),
  articles: wordSet("der die das den dem des ein eine einen einem einer eines"),
  honorifics: wordSet(
    "herr herrn frau dr prof professor präsident präsidentin kanzler kanzlerin bundeskanzler minister ministerin könig königin kaiser papst graf fürst general",
  ),
  companyEndings: wordSet("ag gmbh kg ohg se co mbh ev kgaa"),
  timeWords: wordSet(days, months),
  abbreviations: wordSet(
    "dr prof st bzw ca usw vgl nr str jh hrsg bd geb gest evtl sog zb dh ua inkl jan feb apr aug sept okt nov dez",
  ),
  starters: wordSet("der die das in im am es er sie wir und aber dies diese"),
  capitalNouns: true,
  pages: {
    verb: /\s(?:ist|war|sind|waren|bezeichnet|heißt|steht)\s/,
    disambiguationTitle: /\(Begriffsklärung\)$/i,
    disambiguationLine: /\b(?:bezeichnet|steht für|ist der (?:Familien)?name)\b.*:\s*$/,
    disambiguationTemplate: /^begriffsklärung/,
    personCategory: /^(?:mann|frau|geboren (?:im|\d)|gestorben (?:im|\d))/i,
    person: /\([^()]{0,120}(?:\*\s?[^()]{0,60}\d{3,4}|geboren|†)/,
    redirect: "weiterleitung",
  },
};

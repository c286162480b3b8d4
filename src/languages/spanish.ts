/** Spanish. */
import { type Language, wordSet } from "./language.js";

const small = "de del la las el los y e en al a para por con von van der d";

export const spanish: Language = {
  code: "es",
  name: "Spanish",
  stopWords: wordSet(
    "el la los las lo un una unos unas de del al a y e o u pero sino que quien cual cuyo donde cuando como si no ni ya muy más menos también",
    "yo tú él ella ello nosotros vosotros ellos ellas me te se nos os le les mi tu su sus mis tus nuestro nuestra este esta estos estas ese esa",
    "aquel aquella en con por para sin sobre entre hasta desde hacia según durante contra tras ante bajo es son era eran fue fueron ser sido ha",
    "han había habían haber hay tiene tienen tenía está están estaba puede pueden debe hace todo toda todos todas otro otra otros otras mismo",
    "así entonces después antes aún solo sólo dos tres",
    "mediante excepto salvo",
  ),
  connectors: wordSet(small),
  smallWords: wordSet(small),
  particles: wordSet("de del la las los von van"),
  articles: wordSet("el la los las lo un una unos unas"),
  honorifics: wordSet(
    "sr sra srta dr dra d doña don prof presidente presidenta ministro ministra rey reina príncipe princesa papa general",
  ),
  companyEndings: wordSet("sa s.a sl s.l sau cía grupo"),
  timeWords: wordSet(
    "lunes martes miércoles jueves viernes sábado domingo enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre",
  ),
  abbreviations: wordSet("sr sra srta dr dra d prof etc ej pág vol núm av avda sta sto ee uu aprox"),
  starters: wordSet("el la los las un una en es fue se su sus este esta pero y"),
  capitalNouns: false,
  pages: {
    verb: /\s(?:es|era|son|eran|fue|fueron|puede)\s/,
    disambiguationTitle: /\(desambiguación\)$/i,
    disambiguationLine: /\b(?:puede referirse|puede hacer referencia|hace referencia)\b.*:\s*$/,
    disambiguationTemplate: /^desambiguación/,
    personCategory: /^(?:nacidos en|fallecidos en|personas vivas)/i,
    person: /\([^()]{0,120}(?:nacid[oa]|n\.|\d{3,4}\s*[–—-]\s*[^()]{0,60}\d{3,4}\))/,
    redirect: "redirección",
  },
};

/** French. */
import { type Language, wordSet } from "./language.js";

const small = "de du des d la le les l et à au aux en sur sous pour par von van der y";

export const french: Language = {
  code: "fr",
  name: "French",
  stopWords: wordSet(
    "le la les l un une des du de d au aux et ou mais donc or ni car que qui quoi dont où ce cet cette ces c se s je tu il elle on nous vous",
    "ils elles me m te t lui leur leurs y en mon ma mes ton ta tes son sa ses notre nos votre vos à dans par pour sur sous avec sans chez",
    "entre vers depuis pendant avant après contre est sont était étaient être été a ont avait avaient avoir eu fait faire peut peuvent doit",
    "ne n pas plus moins très aussi bien tout tous toute toutes même autre autres comme si quand lorsque alors ainsi puis encore déjà deux",
    "selon malgré hors dès jusque jusqu parmi envers lors durant hormis outre voici voilà derrière devant",
  ),
  connectors: wordSet(small),
  smallWords: wordSet(small),
  particles: wordSet("de du des la le d von van"),
  articles: wordSet("le la les l un une des"),
  honorifics: wordSet(
    "m mm mme mlle dr pr président présidente ministre roi reine prince princesse empereur pape général maître",
  ),
  companyEndings: wordSet("sa s.a sarl sas sca cie groupe"),
  timeWords: wordSet(
    "lundi mardi mercredi jeudi vendredi samedi dimanche janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
  ),
  abbreviations: wordSet(
    "m mm mme mlle dr pr st ste cf etc av apr env vol no p ex éd janv févr avr juil sept oct nov déc",
  ),
  starters: wordSet("le la les un une il elle on ils elles en dans ce cette ces et mais"),
  capitalNouns: false,
  pages: {
    verb: /\s(?:est|était|sont|étaient|fut|furent|désigne)\s/,
    disambiguationTitle: /\(homonymie\)$/i,
    disambiguationLine: /\b(?:peut désigner|désigne|peut faire référence)\b.*:\s*$/,
    disambiguationTemplate: /^(?:homonymie|patronymie|toponymie)/,
    personCategory: /^(?:naissance|décès) (?:en|à|dans)/i,
    person: /\b(?:né|née)\s[^.]{0,80}\d{3,4}|\([^()]{0,100}\d{3,4}\s*[–—-]\s*[^()]{0,60}\d{3,4}\)/,
    redirect: "redirection",
  },
};

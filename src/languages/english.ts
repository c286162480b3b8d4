/** English. */
import { englishForms } from "./english-forms.js";
import { englishGivenNames } from "./english-given-names.js";
import { englishPages, englishTitles } from "./english-pages.js";
import { type Language, wordSet } from "./language.js";

const particles = "al el van von de der den del della di da du la le bin ibn ter ten zu dos das af av";
const days = "monday tuesday wednesday thursday friday saturday sunday";
const months = "january february march april may june july august september october november december";
const shortTimes =
  "mon tue tues wed thu thur thurs fri sat sun jan feb mar apr jun jul aug sep sept oct nov dec";
const versus = "v vs";
const ranks = "gen col maj capt cmdr lt sgt adm";

const stopWords =
  // articles, pronouns, determiners
  "a an the i me my mine myself you your yours yourself yourselves he him his himself she her hers herself it its " +
  "itself we us our ours ourselves they them their theirs themselves one ones oneself this that these those who whom " +
  "whose which what whatever whichever whoever each every either neither both all any some none no another other " +
  "others such same own few many much more most several less least enough " +
  // conjunctions, prepositions, particles
  "and or nor but yet so if then else than because since as until till while whereas although though unless whether " +
  "of in on at by for with about against between among into onto through during before after above below to from up " +
  "down out off over under within without toward towards upon across along around behind beside besides beyond near " +
  "per via amid despite except inside outside throughout regarding concerning " +
  // auxiliaries and other verbs without content
  "be am is are was were been being have has had having do does did doing done will would shall should can could may " +
  "might must ought let get gets got getting go goes went gone going make makes made making take takes took taken " +
  "say says said saying see seen seem seems seemed become becomes became put set " +
  // adverbs
  "not only very too also just even still again already almost always never ever often sometimes usually once twice " +
  "here there where when why how however therefore thus hence moreover furthermore meanwhile otherwise instead " +
  "indeed perhaps maybe quite rather really well now today soon later ago away back far further together apart else " +
  "like unlike later then now back mainly mostly especially particularly generally actually " +
  // spelled numbers and vague amounts
  "first second third last next two three four five six seven eight nine ten lot lots bit " +
  // contractions and what cutting them leaves over
  "'s 't 'm 're 've 'll 'd n't s t d ll m re ve don doesn didn isn aren wasn weren hasn haven hadn won wouldn shan " +
  "shouldn couldn can't cannot don't doesn't didn't isn't aren't wasn't weren't hasn't haven't hadn't won't wouldn't " +
  "shan't shouldn't couldn't mustn't needn't i'm i've i'll i'd you're you've you'll you'd he'd he'll she'd she'll " +
  "it'd it'll we're we've we'll we'd they're they've they'll they'd that'll who'd who'll let's " +
  // abbreviations of speech and page furniture
  "etc eg ie vs mr mrs ms dr st ii iii th nd rd";

export const english: Language = {
  code: "en",
  name: "English",
  stopWords: wordSet(stopWords),
  connectors: wordSet(
    particles,
    versus,
    "of the and des do las los zur bint ul und et y e on upon in for to at under with a an",
  ),
  knownConnectors: wordSet(versus),
  smallWords: wordSet(
    "a an and as at but by de del der des di du e en et for from in la le of on or the to und van von vs with y &",
  ),
  particles: wordSet(particles),
  articles: wordSet("the a an"),
  givenNames: englishGivenNames,
  honorifics: wordSet(
    ranks,
    "mr mrs ms miss dr prof professor sir dame lord lady rev reverend father sen senator rep representative gov governor",
    "president vice prime minister chancellor king queen prince princess pope general colonel captain sergeant judge justice mayor",
    "secretary ambassador chairman coach emperor bishop archbishop cardinal",
  ),
  companyEndings: wordSet(
    "inc incorporated corp corporation co company cos ltd limited llc l.l.c llp plc sa s.a ag gmbh nv n.v ab asa oyj spa s.p.a group holdings bros jr sr",
  ),
  timeWords: wordSet(days, months, shortTimes),
  abbreviations: wordSet(
    ranks,
    versus,
    // not those that are words: sun, sat, wed, mar
    "mon tue tues thu thur thurs fri jan feb apr jun jul aug sep sept oct nov dec",
    "mr mrs ms dr prof rev hon gov sen rep pres st ste mt ft jr sr bros inc ltd co corp llc plc dept univ assn etc eg ie al cf no nos vol",
    "ed eds pp fig figs approx est ca ave blvd rd hwy sq bldg apt",
  ),
  starters: wordSet("the a an in on at it he she they we but and this that these those his her its there"),
  capitalNouns: false,
  pages: englishPages,
  titles: englishTitles,
  forms: englishForms,
};

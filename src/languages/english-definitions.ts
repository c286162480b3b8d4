/** How English first sentences say what their subject is. */
import { type DefinitionPatterns, wordSet } from "./language.js";

export const englishDefinitions: DefinitionPatterns = {
  verb: /(?:^|[\s,])(?:is|was|are|were|means)\s+(?:(?:also|originally|currently|usually|generally|both|either|now|still|mainly|mostly|officially|simply|technically|any of|one of|some of|two of)\s+)*(?:(?:an?|the|any|another|one|several|some|two|three|both|any of|its?|their|his|her)\s+)?/i,
  ends: wordSet(
    "of in from for who whom which that whose where when located situated based by on at to with without born known founded formed",
    "established produced directed written co-written co-produced spoken fought won composed presented released published played used found designed developed built created made held near between",
    "during as about called named off around along within set than into over under through since until because but or while is was are",
    "were has have had can may will would served owned operated living lying consisting containing covering belonging starring featuring",
    "running taking given developing performed recorded hosted broadcast aired headquartered headed led run centered centred native",
    "endemic best most he she it they this there his her its their if so also typically usually often serving playing working",
  ),
  leads: wordSet("of in from for on"),
  vague: wordSet(
    "one kind type sort form species genus subspecies variety breed family order class group series set number piece example kinds types",
    "forms some any collection",
  ),
  idle: wordSet(
    "former retired famous well-known notable popular small large major important very common current new old late once first then",
  ),
};

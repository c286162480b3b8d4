/** How English pages tell what they are, and what English titles have that people leave out. */
import { englishDefinitions } from "./english-definitions.js";
import { anyOf, type PagePatterns, type TitlePatterns, wordSet } from "./language.js";

/** With a capital, as dates have them. */
const month = anyOf(
  wordSet(
    "January February March April May June July August September October November December Jan Feb Mar Apr Jun Jul Aug Sept Sep Oct Nov Dec",
  ),
);
const date = `(?:${month}\\s+\\d{1,2}|\\d{1,2}\\s+${month})`;

export const englishPages: PagePatterns = {
  verb: /\s(?:is|was|are|were|means|refers)\s/,
  opening: /\s(?:is|was|are|were|means|refers|can|may)\s/,
  hatnote:
    /^\s*(?:For (?:other|the|an?|more|information)\b|This (?:article|page) |Not to be confused|See also|Main article|Alternate (?:use|meaning)|\S+ redirects here)/i,
  disambiguationTitle: /\(disambiguation\)$/i,
  disambiguationLine:
    /\b(?:may|can|could|might)\s+(?:also\s+|either\s+)?(?:mean|refer\s+to|be|stand\s+for)\b.*:\s*$/i,
  disambiguationTemplate:
    /^(?:dab|disamb|disambig|disambiguation|disambig[- ].*|disambiguation[ -].*|hn ?dis|geo ?dis|school ?dis|number ?dis|road ?dis|hospital ?dis|[2-9]l[ac]c?(?: ?disambig)?|[2-9]letter.*|tla ?(?:disambig|dab)?|lnd|mathdab|.* disambiguation|set index article|sia|surname|given name)$/,
  personCategory: /^(?:living people|\d+s? (?:bc )?(?:births|deaths))\b/i,
  person: /\([^()]{0,160}\b(?:born|b\.|died|d\.|baptised|baptized)\s[^()]{0,60}\d{3,4}/,
  lifeDates: new RegExp(
    `\\([^()]{0,120}${date},?\\s+\\d{3,4}\\s*[–—-]\\s*[^()]{0,60}\\d{3,4}[^()]{0,40}\\)[^.]{0,60}\\b(?:was|were)\\b`,
    "u",
  ),
  bornAfter: /,?\s(?:was\s)?born\s(?:\(|in\s|on\s)?[^.]{0,60}\d{3,4}/,
  yearRange:
    /\([^()]{0,120}?(?:c\.\s*|ca\.\s*)?\d{1,4}(?:\s?(?:BC|AD|BCE|CE))?\s*[–—-]\s*(?:c\.\s*)?\d{1,4}(?:\s?(?:BC|AD|BCE|CE))?\)/,
  occupation:
    /\b(?:is|was)\s+(?:an?|the|one\s+of)\s+(?:[^.,;]{0,80}\s)?(?:actor|actress|author|writer|poet|novelist|singer|rapper|musician|composer|songwriter|player|footballer|cricketer|coach|manager|politician|president|minister|king|queen|prince|princess|emperor|empress|duke|duchess|pope|bishop|archbishop|saint|philosopher|scientist|physicist|chemist|biologist|mathematician|astronomer|economist|historian|journalist|general|admiral|soldier|officer|leader|explorer|inventor|engineer|architect|painter|artist|sculptor|director|producer|comedian|presenter|model|lawyer|judge|businessman|businesswoman|businessperson|activist|theologian|wrestler|boxer|swimmer|golfer|skier|cyclist|driver|jockey|dancer|chef|astronaut|criminal|murderer|physician|doctor|psychologist|psychiatrist|philanthropist|monarch|ruler|pharaoh|senator|governor|mayor|diplomat|revolutionary|missionary|monk|nun|priest|scholar|linguist|critic|photographer|designer|guitarist|drummer|pianist|violinist|conductor|goalkeeper|quarterback|pitcher)\b/i,
  group: /\b(?:band|group|team|duo|trio|series|war|battle|family|company|dynasty|movie|film|novel)\b/i,
  redirect: "redirect",
  definition: englishDefinitions,
};

export const englishTitles: TitlePatterns = {
  clubPrefix:
    /^(?:F\.?C\.?|A\.?F\.?C\.?|A\.?C\.?|A\.?S\.?|S\.?S\.?C?\.?|S\.?C\.?|R\.?C\.?|C\.?D\.?|U\.?D\.?|FK|SK|BK|SV|VfB|VfL|TSV|TSG|1\. FC|PSV|RCD)\s+(?=\p{Lu})/u,
  clubSuffix:
    /\s+(?:F\.?C\.?|A\.?F\.?C\.?|C\.?F\.?|S\.?C\.?|A\.?C\.?|R\.?F\.?C\.?|B\.?C\.?|H\.?C\.?|FK|SK|BK|IF|SV)$/,
  clubKind:
    /^(.+?)\s+(?:United|City|Town|Rovers|Wanderers|Athletic|Albion|Hotspur|County|Rangers|Forest|Villa|Palace)$/,
  nationalTeam:
    /^(.+?)\s+(?:men's |women's )?national (?:\S+ ){0,4}(?:team|football|soccer|rugby|cricket|basketball|hockey|baseball)$|^(.+?) (?:Davis Cup|Fed Cup|Billie Jean King Cup|cricket) team$/,
  placePrefix:
    /^(?:Lake|River|Mount|Mt\.|Cape|Isle of|County|City of|Province of|Republic of|Kingdom of|State of|Commonwealth of|University of|Gulf of)\s+(?=\p{Lu})/u,
  placeSuffix:
    /\s+(?:County|River|Island|Islands|City|Province|District|Region|Prefecture|Oblast|Governorate|Department|Municipality|Parish|Peninsula|Mountains|Airport|International Airport|University|College)$/,
  generation: /^(?:Jr\.?|Sr\.?|PhD|MBE|CBE|OBE|Esq\.?),?$/,
};

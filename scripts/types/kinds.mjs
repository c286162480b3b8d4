// What a noun says of the kind of thing it stands for: the teacher of the classifier of types (scripts/train-types.mjs). Nouns that can mean several kinds are left out.

/** @type {Record<string, string>} */
const nouns = {
  person: `actor actress politician footballer singer writer musician composer songwriter singer-songwriter director producer screenwriter
    filmmaker author novelist poet journalist lawyer attorney businessman businesswoman businessperson entrepreneur athlete wrestler boxer
    swimmer golfer skier cyclist runner skater gymnast sprinter rower sailor fencer judoka luger curler biathlete bobsledder weightlifter
    canoeist shooter thrower jumper racer cricketer pitcher quarterback linebacker outfielder baseman goaltender winger defenceman
    midfielder defender goalkeeper lineman coach comedian rapper guitarist pianist drummer violinist bassist conductor painter sculptor
    architect engineer designer scientist physicist chemist mathematician biologist economist historian philosopher theologian scholar
    academic professor educator physician surgeon psychologist psychiatrist botanist zoologist astronomer astronaut cosmonaut
    archaeologist linguist geologist explorer inventor soldier admiral diplomat activist revolutionary missionary bishop archbishop
    cardinal pope priest monk nun rabbi prelate saint king queen emperor empress prince princess duke duchess monarch noble nobleman
    statesman jurist philanthropist model dancer choreographer presenter broadcaster sportscaster announcer host youtuber personality
    celebrity murderer killer criminal gangster mobster chef editor critic translator playwright photographer animator cartoonist
    illustrator jockey character superhero supervillain villain protagonist god goddess deity mythological-figure wife daughter son
    brother sister businessperson medalist player actor-comedian senator congressman mayor warlord pharaoh sultan caliph samurai pirate
    woman man girl boy person lieutenant commander officer socialite heiress pilot aviator mountaineer climber racing-driver driver
    figure prophet magician hacker nurse feminist suffragette abolitionist dramatist essayist blogger columnist
    representative executive champion recipient forward tackle receiver founder teacher administrator official trainer candidate hero
    ambassador chancellor viscount baron earl count marquess knight socialist communist theorist hunter sportsman sportswoman ballerina`,
  organisation: `company corporation airline organization organisation party agency bank club team band group-of-musicians duo trio quartet
    quintet orchestra ensemble choir university college school academy institute association federation union charity foundation
    conglomerate manufacturer retailer supermarket-chain publisher label broadcaster-company army navy regiment squadron brigade battalion
    division-of-army corps militia committee commission council parliament legislature senate government ministry court-of-law police
    society fraternity sorority denomination diocese-church monastic-order league conference-league cartel gang bureau think-tank
    subsidiary brewery-company firm startup insurer network-company franchise-team parliament consortium cooperative non-profit nonprofit
    business-school high-school institution boy-band girl-group supergroup
    website web-site news-site newspaper tabloid daily-newspaper broadsheet news-agency social-network platform search-engine company
    military force forces armed-forces guard patrol legislature assembly court tribunal council church-body christian-church
    religious-organization cult sect order-of-knights studio publisher-company chain employer lobby club-of-football intelligence-agency
    police-force police-department fire-department museum-association coalition alliance faction guild caucus ngo charity-organization
    conservatory intergovernmental-organization project-of-volunteers wiki web-portal blog webcomic-publisher multinational carrier`,
  place: `city town village commune municipality county district province region island country state capital suburb neighborhood
    neighbourhood borough parish township locality community settlement hamlet canton prefecture governorate territory arrondissement
    department-of-france comune constituency airport stadium arena building house skyscraper castle palace temple mosque cathedral abbey
    monastery bridge dam tunnel highway road street river lake mountain volcano peak hill valley peninsula bay sea ocean strait gulf
    tributary stream creek waterfall glacier desert forest park garden zoo museum library hospital hotel mall theatre theater cemetery
    monument memorial lighthouse tower ruin reservoir archaeological-site historic-site heritage-site base military-base headquarters canal port harbour harbor beach cape plateau basin archipelago atoll planet
    moon crater asteroid galaxy constellation nebula exoplanet continent kingdom-country nation republic square plaza prison jail fort
    fortress seat oblast raion voivodeship emirate railroad-station metro-station ward barangay census-designated-place coast ranch
    farm mine reserve range-of-mountains massif church homestead realm empire-country underworld crossing border zone pavilion plain prairie lair encampment place area mansion courthouse venue campus roller-coaster coaster amusement-park`,
  event: `battle war election tournament championship championships competition race festival ceremony earthquake hurricane typhoon
    cyclone tornado flood massacre riot protest revolution rebellion uprising siege conflict incident accident disaster attack bombing
    shooting-attack murder-case game-match match season edition olympics event crisis coup referendum invasion campaign-military mission-space
    pandemic epidemic famine storm eruption genocide strike-of-workers treaty-conference summit conference-event draft contest marathon
    hijacking kidnapping assassination rally pilgrimage celebration meeting expedition voyage crash heist fair exposition air-raid operation series-of-attacks tour-concert staging playoff final`,
  work: `film movie album song single novel book play opera musical series sitcom show episode magazine journal gospel scripture bible comic manga anime
    poem painting sculpture symphony sonnet soundtrack documentary telenovela video-game game ep comedy sitcom compilation-album track mixtape cartoon
    soap-opera miniseries programme television-program podcast ballet short-story story trilogy franchise-media encyclopedia dictionary
    webcomic drama hymn anthem concerto sonata mural biography autobiography memoir epic fable thriller biopic music-video`,
  product: `aircraft car automobile ship locomotive rifle pistol gun missile tank submarine console smartphone computer device software
    operating-system browser laptop helicopter motorcycle vehicle spacecraft satellite rocket brand drug medication beer whisky wine-brand
    cheese dish food drink beverage cocktail soup sauce bread cake pasta dessert sandwich sausage guitar machine-gun engine camera
    processor microprocessor bicycle bus locomotive-class destroyer frigate cruiser battleship steamship ferry yacht schooner airliner
    bomber fighter-aircraft trainer-aircraft sedan suv roadster supercar tablet printer calculator plugin compiler malware`,
  "living-thing": `frog bird plant tree fish dinosaur mammal insect snake lizard spider beetle butterfly moth fern shrub herb grass orchid flower
    flowering-plant fungus mushroom bacterium virus racehorse thoroughbred dog-breed monkey ape whale dolphin shark bat rodent rat mouse crab
    snail mollusc mollusk reptile amphibian marsupial salamander turtle tortoise parrot owl duck finch warbler sparrow algae alga moss
    palm cactus cultivar horse dog cat bear deer antelope ant bee wasp dragonfly worm crustacean shrimp pterosaur theropod hadrosaur
    primate lemur cattle sheep goat pig chicken toad gecko catfish eel ray seabird dinosaur-genus`,
  other: `list term word surname name concept process method theory field study branch compound element disease disorder syndrome infection
    award prize medal genre sport style language dialect alphabet family-name given-name year day month century number unit-of-measure theorem
    equation law act treaty constitution religion philosophy ideology movement position office rank title currency mineral rock metal acid
    protein enzyme hormone gene idea belief practice technique system property phenomenon science discipline formula measure symptom
    surgery molecule substance ethnic-group people tribe comet holiday period era dynasty symbol flag emblem tradition doctrine algorithm protocol format standard
    instrument dance color colour shape letter calendar relationship condition injury cancer therapy diagnosis principle hypothesis`,
};

/** What the word before a noun makes of it. @type {Record<string, string>} */
const pairs = {
  "railway station": "place",
  "train station": "place",
  "metro station": "place",
  "subway station": "place",
  "space station": "product",
  "radio station": "organisation",
  "television station": "organisation",
  "tv station": "organisation",
  "power station": "place",
  "television channel": "organisation",
  "tv channel": "organisation",
  "television network": "organisation",
  "radio network": "organisation",
  "restaurant chain": "organisation",
  "supermarket chain": "organisation",
  "record label": "organisation",
  "rock group": "organisation",
  "girl group": "organisation",
  "pop group": "organisation",
  "music group": "organisation",
  "terrorist group": "organisation",
  "media franchise": "work",
  "video game": "work",
  "basketball game": "event",
  "football game": "event",
  "bowl game": "event",
  "board game": "product",
  "card game": "product",
  "computer program": "product",
  "television program": "work",
  "tv program": "work",
  "television drama": "work",
  "political movement": "other",
  "railway line": "place",
  "shopping center": "place",
  "shopping centre": "place",
  "baseball league": "organisation",
  "record producer": "person",
  "army general": "person",
  "mountain range": "place",
  "military unit": "organisation",
  "law firm": "organisation",
  "ice dancer": "person",
  "court case": "other",
  "legal case": "other",
  "chemical family": "other",
  "noble family": "other",
  "programming language": "other",
  "musical instrument": "product",
  "sports season": "event",
  "airline company": "organisation",
  "networking service": "organisation",
  "sharing service": "organisation",
  "hosting service": "organisation",
  "intelligence service": "organisation",
  "corporate entity": "organisation",
  "wax museum": "place",
  "legislative body": "organisation",
  "governing body": "organisation",
  "ministerial department": "organisation",
  "government department": "organisation",
  "executive department": "organisation",
  "encyclopedia project": "organisation",
  "microblogging service": "organisation",
  "streaming service": "organisation",
  "postal service": "organisation",
  "security service": "organisation",
  "police service": "organisation",
  "supranational union": "organisation",
  "intergovernmental union": "organisation",
  "dwarf star": "place",
  "binary star": "place",
  "pen name": "person",
  "archaeological site": "place",
};

const ambiguous = new Set([
  "family",
  "order",
  "class",
  "group",
  "unit",
  "service",
  "center",
  "centre",
  "line",
  "head",
  "leader",
  "star",
  "site",
  "part",
  "one",
  "member",
  "version",
  "subject",
  "work",
  "body",
  "arm",
  "department",
  "name",
  "title",
]);
const typeOfNoun = new Map(
  Object.entries(nouns).flatMap(([type, list]) =>
    list.split(/\s+/).map((noun) => /** @type {const} */ ([noun.replaceAll("-", " "), type])),
  ),
);

/** Nouns that say a type by themselves, with it. @returns {[string, string][]} */
export function listedNouns() {
  return [...typeOfNoun].filter(([noun]) => !noun.includes(" ") && !ambiguous.has(noun));
}

/** Nouns that were found to mean what listed ones mean. @param {Map<string, string>} found */
export function addNouns(found) {
  for (const [noun, type] of found)
    if (!typeOfNoun.has(noun) && !ambiguous.has(noun)) typeOfNoun.set(noun, type);
}

/**
 * The type that a noun, with the word before it, says; undefined when it says none.
 * @param {string} head @param {string} [before]
 * @returns {string | undefined}
 */
export function kindOf(head, before = "") {
  const pair = `${before} ${head}`;
  if (pair in pairs) return pairs[pair];
  return typeOfNoun.get(pair) ?? (ambiguous.has(head) ? undefined : typeOfNoun.get(head));
}

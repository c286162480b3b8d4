/** Texts to try, written for this page: names that mean something else than they usually do, decided by the company they keep. */
import type { ModelDescription } from "./backend.js";

export interface Example {
  name: string;
  text: string;
  /** Every name of the text in its order, with the title of what it means: a test holds the shipped model to them. */
  expected: [name: string, title: string][];
}

export const examples: Example[] = [
  {
    name: "Istanbul",
    text: "Liverpool beat Milan in Istanbul on penalties. Steven Gerrard had scored the first goal for Liverpool, Paolo Maldini that of Milan.",
    expected: [
      ["Liverpool", "Liverpool F.C."],
      ["Milan", "AC Milan"],
      ["Istanbul", "Istanbul"],
      ["Steven Gerrard", "Steven Gerrard"],
      ["Liverpool", "Liverpool F.C."],
      ["Paolo Maldini", "Paolo Maldini"],
      ["Milan", "AC Milan"],
    ],
  },
  {
    name: "World Cup",
    text: "England beat West Germany in the 1966 World Cup final. Geoff Hurst scored three goals, Martin Peters one, and Bobby Moore lifted the trophy.",
    expected: [
      ["England", "England national football team"],
      ["West Germany", "Germany national football team"],
      ["1966 World Cup", "1966 FIFA World Cup"],
      ["Geoff Hurst", "Geoff Hurst"],
      ["Martin Peters", "Martin Peters"],
      ["Bobby Moore", "Bobby Moore"],
    ],
  },
  {
    name: "Cricket",
    text: "England beat Australia by nine wickets at Lord's. Ian Botham took five wickets, and Shane Warne only one; India had lost to both.",
    expected: [
      ["England", "England cricket team"],
      ["Australia", "Australia national cricket team"],
      ["Lord's", "Lord's Cricket Ground"],
      ["Ian Botham", "Ian Botham"],
      ["Shane Warne", "Shane Warne"],
      ["India", "India national cricket team"],
    ],
  },
  {
    name: "Map",
    text: "England lies north of France, across the English Channel. Germany lies east of France, beyond the Rhine.",
    expected: [
      ["England", "England"],
      ["France", "France"],
      ["English Channel", "English Channel"],
      ["Germany", "Germany"],
      ["France", "France"],
      ["Rhine", "Rhine"],
    ],
  },
  {
    name: "Beatles",
    text: "Paul McCartney met John Lennon in Liverpool. With George Harrison and Ringo Starr they became the Beatles; Lennon later made records with Yoko Ono.",
    expected: [
      ["Paul McCartney", "Paul McCartney"],
      ["John Lennon", "John Lennon"],
      ["Liverpool", "Liverpool"],
      ["George Harrison", "George Harrison"],
      ["Ringo Starr", "Ringo Starr"],
      ["Beatles", "The Beatles"],
      ["Lennon", "John Lennon"],
      ["Yoko Ono", "Yoko Ono"],
    ],
  },
  {
    name: "Queen",
    text: "Queen recorded Bohemian Rhapsody in 1975. Freddie Mercury sang, Brian May played the guitar, and Mercury had written it.",
    expected: [
      ["Queen", "Queen (band)"],
      ["Bohemian Rhapsody", "Bohemian Rhapsody"],
      ["Freddie Mercury", "Freddie Mercury"],
      ["Brian May", "Brian May"],
      ["Mercury", "Freddie Mercury"],
    ],
  },
  {
    name: "Planets",
    text: "Mercury is the smallest planet, smaller than Ganymede. Venus is hotter, and Mars, Jupiter and Saturn can be seen from Earth without a telescope. Galileo Galilei found four moons of Jupiter; Mariner 10 was the first probe to visit Mercury.",
    expected: [
      ["Mercury", "Mercury (planet)"],
      ["Ganymede", "Ganymede (moon)"],
      ["Venus", "Venus"],
      ["Mars", "Mars"],
      ["Jupiter", "Jupiter"],
      ["Saturn", "Saturn"],
      ["Earth", "Earth"],
      ["Galileo Galilei", "Galileo Galilei"],
      ["Jupiter", "Jupiter"],
      ["Mariner 10", "Mariner 10"],
      ["Mercury", "Mercury (planet)"],
    ],
  },
  {
    name: "Apple",
    text: "Apple released the Macintosh in 1984. Microsoft followed with Windows, IBM with OS/2, and Steve Jobs left Apple in anger. Bill Gates stayed at Microsoft.",
    expected: [
      ["Apple", "Apple Inc."],
      ["Macintosh", "Macintosh"],
      ["Microsoft", "Microsoft"],
      ["Windows", "Microsoft Windows"],
      ["IBM", "IBM"],
      ["OS/2", "OS/2"],
      ["Steve Jobs", "Steve Jobs"],
      ["Apple", "Apple Inc."],
      ["Bill Gates", "Bill Gates"],
      ["Microsoft", "Microsoft"],
    ],
  },
];

/** The page's own texts; where there are own entities, texts made of them, before the page's or, in another knowledge base, alone. */
export function examplesFor({
  examples: own = [],
  layers,
}: ModelDescription): Pick<Example, "name" | "text">[] {
  if (own.length === 0) return examples;
  return layers ? [...own, ...examples] : own;
}

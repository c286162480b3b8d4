/** Texts to try, written for this page: names that mean something else than they usually do, and names that help each other. */
import type { ModelDescription } from "./backend.js";

export interface Example {
  name: string;
  text: string;
  /** Title by name, for every name that may be linked: a test holds the shipped model to them. */
  expected: Record<string, string>;
}

export const examples: Example[] = [
  {
    name: "Science",
    text: "Isaac Newton worked at home on optics and gravity while the plague was about. Robert Hooke disputed his theory of colours, and Edmond Halley paid for the printing of the Principia. Leibniz found the calculus on his own; Newton never forgave him.",
    expected: {
      "Isaac Newton": "Isaac Newton",
      "Robert Hooke": "Robert Hooke",
      "Edmond Halley": "Edmond Halley",
      Principia: "Philosophiæ Naturalis Principia Mathematica",
      Leibniz: "Gottfried Wilhelm Leibniz",
      Newton: "Isaac Newton",
    },
  },
  {
    name: "Basketball",
    text: "Michael Jordan won six titles with the Chicago Bulls. Jordan and Scottie Pippen beat the Utah Jazz, the Phoenix Suns and the Los Angeles Lakers; Magic Johnson and Larry Bird had ruled the NBA before them.",
    expected: {
      "Michael Jordan": "Michael Jordan",
      "Chicago Bulls": "Chicago Bulls",
      Jordan: "Michael Jordan",
      "Scottie Pippen": "Scottie Pippen",
      "Utah Jazz": "Utah Jazz",
      "Phoenix Suns": "Phoenix Suns",
      "Los Angeles Lakers": "Los Angeles Lakers",
      "Magic Johnson": "Magic Johnson",
      "Larry Bird": "Larry Bird",
      NBA: "National Basketball Association",
    },
  },
  {
    name: "Planets",
    text: "Mercury is the smallest planet and the closest to the Sun. Venus is hotter, and Mars, Jupiter and Saturn can be seen from Earth without a telescope. Galileo Galilei found four moons of Jupiter; Mariner 10 was the first probe to visit Mercury.",
    expected: {
      Mercury: "Mercury (planet)",
      Sun: "Sun",
      Venus: "Venus",
      Mars: "Mars",
      Jupiter: "Jupiter",
      Saturn: "Saturn",
      Earth: "Earth",
      "Galileo Galilei": "Galileo Galilei",
      "Mariner 10": "Mariner 10",
    },
  },
  {
    name: "Civil War",
    text: "Abraham Lincoln was elected in 1860, and South Carolina wanted to be on its own. Robert E. Lee led the army of Virginia; Ulysses S. Grant and Sherman won the war, and Lincoln was shot.",
    expected: {
      "Abraham Lincoln": "Abraham Lincoln",
      "South Carolina": "South Carolina",
      "Robert E. Lee": "Robert E. Lee",
      Virginia: "Virginia",
      "Ulysses S. Grant": "Ulysses S. Grant",
      Sherman: "William Tecumseh Sherman",
      Lincoln: "Abraham Lincoln",
    },
  },
  {
    name: "Computers",
    text: "Apple released the Macintosh in 1984. Microsoft followed with Windows, IBM with OS/2, and Steve Jobs left Apple in anger. Bill Gates stayed at Microsoft.",
    expected: {
      Apple: "Apple Inc.",
      Macintosh: "Macintosh",
      Microsoft: "Microsoft",
      Windows: "Microsoft Windows",
      IBM: "IBM",
      "OS/2": "OS/2",
      "Steve Jobs": "Steve Jobs",
      "Bill Gates": "Bill Gates",
    },
  },
  {
    name: "Music",
    text: "Paul McCartney met John Lennon in Liverpool. With George Harrison and Ringo Starr they became the Beatles; Lennon later made records with Yoko Ono.",
    expected: {
      "Paul McCartney": "Paul McCartney",
      "John Lennon": "John Lennon",
      Liverpool: "Liverpool",
      "George Harrison": "George Harrison",
      "Ringo Starr": "Ringo Starr",
      Beatles: "The Beatles",
      Lennon: "John Lennon",
      "Yoko Ono": "Yoko Ono",
    },
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

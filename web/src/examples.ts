/** Texts to try, written for this page: names that mean something else than they usually do, and names that help each other. */
import type { ModelDescription } from "./backend.js";

export interface Example {
  name: string;
  text: string;
  /** Title of what each name must be linked to by the shipped model: a test holds it to them. */
  expected: Record<string, string>;
}

export const examples: Example[] = [
  {
    name: "Science",
    text: "Newton left Cambridge during the plague and worked at home on optics and gravity. Hooke disputed his theory of colours; Halley, who paid for the printing of the Principia, gave his name to a comet. Leibniz in Hanover found the calculus on his own.",
    expected: {
      Newton: "Isaac Newton",
      Hooke: "Robert Hooke",
      Halley: "Edmond Halley",
      Leibniz: "Gottfried Leibniz",
    },
  },
  {
    name: "Football",
    text: "England beat West Germany in the 1966 World Cup final at Wembley. Geoff Hurst scored three times, and Bobby Moore lifted the trophy. Four years later, in Mexico, Germany had their revenge, while Brazil won the title with Pelé.",
    expected: {
      England: "England national football team",
      "Geoff Hurst": "Geoff Hurst",
      "Bobby Moore": "Bobby Moore",
      Pelé: "Pelé",
    },
  },
  {
    name: "Planets",
    text: "Mercury is the smallest planet and the closest to the Sun. Venus is hotter, and Mars, Jupiter and Saturn can be seen from Earth without a telescope. Galileo found four moons of Jupiter; Mariner 10 was the first probe to visit Mercury.",
    expected: {
      Mercury: "Mercury (planet)",
      Venus: "Venus",
      Mars: "Mars",
      Jupiter: "Jupiter",
      Saturn: "Saturn",
      Galileo: "Galileo Galilei",
      "Mariner 10": "Mariner 10",
    },
  },
  {
    name: "Civil War",
    text: "Lincoln was elected in 1860, and South Carolina left the Union. Lee led the army of Virginia; Grant took Vicksburg, Sherman marched through Georgia, and the war ended at Appomattox.",
    expected: {
      Lincoln: "Abraham Lincoln",
      "South Carolina": "South Carolina",
      Lee: "Robert E. Lee",
      Grant: "Ulysses S. Grant",
      Virginia: "Virginia",
    },
  },
  {
    name: "Computers",
    text: "Apple released the Macintosh in 1984. Microsoft followed with Windows, IBM with OS/2, and Steve Jobs left to found NeXT. Java and Python were still to come.",
    expected: {
      Microsoft: "Microsoft",
      Windows: "Microsoft Windows",
      IBM: "IBM",
      "OS/2": "OS/2",
      "Steve Jobs": "Steve Jobs",
      NeXT: "NeXT",
    },
  },
];

/** Names of an own knowledge base that one example has. */
const NAMES_TOGETHER = 3;

/** The page's own texts, or, where another knowledge base is loaded, texts made of its names. */
export function examplesFor({ examples: names }: ModelDescription): Pick<Example, "name" | "text">[] {
  if (!names || names.length === 0) return examples;
  const own: Pick<Example, "name" | "text">[] = [];
  for (let i = 0; i < names.length; i += NAMES_TOGETHER) {
    const together = names.slice(i, i + NAMES_TOGETHER);
    own.push({ name: together[0], text: sentenceOf(together) });
  }
  return own;
}

function sentenceOf(names: string[]): string {
  const last = names[names.length - 1];
  return names.length === 1 ? `${last}.` : `${names.slice(0, -1).join(", ")} and ${last}.`;
}

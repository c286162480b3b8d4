/** The texts of the calls that /api shows, with what the shipped model must make of them. */

export interface ApiExample {
  text: string;
  /** Every name in its order, with the title of what it means. */
  expected: [name: string, title: string][];
}

export const apiExamples: [planet: ApiExample, island: ApiExample] = [
  {
    text: "Mercury is smaller than Venus and Mars.",
    expected: [
      ["Mercury", "Mercury (planet)"],
      ["Venus", "Venus"],
      ["Mars", "Mars"],
    ],
  },
  {
    text: "Java is an island of Indonesia.",
    expected: [
      ["Java", "Java"],
      ["Indonesia", "Indonesia"],
    ],
  },
];

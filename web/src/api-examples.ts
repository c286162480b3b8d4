/** The texts of the calls that /api shows, with what the shipped model must make of them. */

export interface ApiExample {
  text: string;
  /** Title by name. */
  expected: Record<string, string>;
}

export const apiExamples: [football: ApiExample, island: ApiExample] = [
  {
    text: "England beat West Germany at Wembley.",
    expected: { England: "England national football team" },
  },
  {
    text: "Java is an island of Indonesia.",
    expected: { Java: "Java", Indonesia: "Indonesia" },
  },
];

/** Texts to try, written for this page: each has names that mean something else than they usually do. */

export const examples: { name: string; text: string }[] = [
  {
    name: "Football",
    text: "England beat West Germany in the 1966 World Cup final at Wembley. Geoff Hurst scored three times, and Bobby Moore lifted the trophy in front of the Queen. Four years later, in Mexico, Germany had their revenge, while Brazil won the title with Pelé.",
  },
  {
    name: "Planets and metals",
    text: "Mercury is the smallest planet and the closest to the Sun. Venus is hotter, and Mars, Jupiter and Saturn can be seen from Earth without a telescope. Galileo found four moons of Jupiter; the Mariner 10 probe was the first to visit Mercury.",
  },
  {
    name: "Two Washingtons",
    text: "Washington crossed the Delaware on Christmas night and surprised the Hessians at Trenton. A century and a half later Congress met in Washington to debate the Treaty of Versailles, which President Wilson had brought home from Paris.",
  },
  {
    name: "Java, the island",
    text: "Java is the most populous island of Indonesia. Jakarta lies on its north coast, and the volcanoes of the interior feed the rice terraces. Sumatra and Borneo are larger, but more than half of all Indonesians live on Java.",
  },
  {
    name: "Science",
    text: "Newton left Cambridge during the plague and worked at home on optics and gravity. Hooke of the Royal Society disputed his theory of colours; Halley, who paid for the printing of the Principia, gave his name to a comet. Leibniz in Hanover found the calculus on his own.",
  },
];

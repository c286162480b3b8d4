/** Texts to try, written for this page: names that mean something else than they usually do, and names that help each other. */

export const examples: { name: string; text: string }[] = [
  {
    name: "Science",
    text: "Newton left Cambridge during the plague and worked at home on optics and gravity. Hooke disputed his theory of colours; Halley, who paid for the printing of the Principia, gave his name to a comet. Leibniz in Hanover found the calculus on his own.",
  },
  {
    name: "Football",
    text: "England beat West Germany in the 1966 World Cup final at Wembley. Geoff Hurst scored three times, and Bobby Moore lifted the trophy. Four years later, in Mexico, Germany had their revenge, while Brazil won the title with Pelé.",
  },
  {
    name: "Planets",
    text: "Mercury is the smallest planet and the closest to the Sun. Venus is hotter, and Mars, Jupiter and Saturn can be seen from Earth without a telescope. Galileo found four moons of Jupiter; Mariner 10 was the first probe to visit Mercury.",
  },
  {
    name: "Civil War",
    text: "Lincoln was elected in 1860, and South Carolina left the Union. Lee led the army of Virginia; Grant took Vicksburg, Sherman marched through Georgia, and the war ended at Appomattox.",
  },
  {
    name: "Computers",
    text: "Apple released the Macintosh in 1984. Microsoft followed with Windows, IBM with OS/2, and Steve Jobs left to found NeXT. Java and Python were still to come.",
  },
];

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "../../../test/temporary-folder.js";
import { openKnowledgeBase } from "../stores/open-knowledge-base.js";
import { buildKnowledgeBase } from "./build-knowledge-base.js";

let folder: string;
beforeAll(() => {
  folder = temporaryFolder();
});

const page = (title: string, text: string) =>
  `<page><title>${title}</title><ns>0</ns><id>${title.length}</id><revision><text>${text}</text></revision></page>`;

/** Which title every title leads to, once these corpora are one knowledge base. */
async function leadsTo(...corpora: string[][]): Promise<(title: string) => string> {
  const inputs = corpora.map((_, i) => join(folder, `corpus-${i}.xml`));
  for (const [i, pages] of corpora.entries())
    await writeFile(inputs[i], `<mediawiki>${pages.join("")}</mediawiki>`);
  const output = join(folder, `kb-${corpora.flat().length}`);
  await buildKnowledgeBase({ inputs, output });
  const kb = await openKnowledgeBase(output);
  return (title) => kb.entity(kb.rowOfTitle(title)).title;
}

test("a title without a page joins the page with the same words, with another name or of the property", async () => {
  const asked = [
    "Abbey of Orm",
    "Fire plant",
    "Hot bird",
    "Daily Wend",
    "Paul Orm",
    "Magnetist",
    "Lakist",
    "Grand Mill",
    "Wend River",
  ];
  const to = await leadsTo([
    page("Orm Abbey", "'''Orm Abbey''' is a house."),
    page("Fire station", "A '''fire station''' (or fire plant) is a place where fire is made."),
    page("The Daily Wend", "'''The Daily Wend''' is a paper."),
    page("Orm Paul", "'''Orm Paul''' is a singer."),
    page("Magnetism", "'''Magnetism''' is a force."),
    page("Laky", "'''Laky''' is a village."),
    page("Grand Mill of Wendover", "The '''Grand Mill''' is a mill in Wendover."),
    page("Wend", "'''Wend''' is a long river."),
    page("Asking", asked.map((title) => `[[${title}]]`).join(" and ")),
  ]);
  expect(asked.map(to)).toEqual([
    "Orm Abbey",
    "Fire station",
    "Hot bird",
    "The Daily Wend",
    "Paul Orm",
    "Magnetism",
    "Lakist",
    "Grand Mill of Wendover",
    "Wend",
  ]);
});

test("of two articles about one river the larger corpus gives the title", async () => {
  const to = await leadsTo(
    [page("Wend River", "The '''Wend River''' is a river. See [[Wend River]], [[Wend River]].")],
    [page("Wend", "'''Wend''' is the longest river of all."), page("Orm", "'''Orm''' is a lake.")],
  );
  expect(to("Wend River")).toBe("Wend");
});

test("copies of an opening, other subjects of a first sentence and movies join; what only looks alike does not", async () => {
  const long = "is the yearly race of boats on the river Wend, first held by the millers of Ormford in 1911.";
  const to = await leadsTo(
    [page("Ormford (movie)", "'''Ormford''' is a silent movie about a mill.")],
    [
      page("Wend Regatta", `The '''Wend Boat Race''' ${long}`),
      page("Wend Boat Race", `The '''Wend Boat Race''' ${long}`),
      page("Lord Orm", "'''Gerald Wendover, 3rd Baron Orm''', known as Lord Orm, was a miller."),
      page("Ormford (film)", "'''Ormford''' is a 1923 drama by Ada Mill."),
      page("Ada Mill (painter)", "'''Ada Mill''' was a painter."),
      page(
        "Ormford, Wendland, and Millstadt Railway",
        "The '''Ormford, Wendland, and Millstadt Railway''' was a railway in Wendland and Millstadt.",
      ),
      page("Ormford", "'''Ormford''' is a town with a railway in Wendland near Millstadt."),
      page(
        "Asking",
        "[[Gerald Wendover, 3rd Baron Orm]] and [[Ada Mill]] and [[Wend Regatta]] and [[Wend Boat Race]], [[Wend Boat Race]].",
      ),
    ],
  );
  expect(to("Wend Regatta")).toBe("Wend Boat Race");
  expect(to("Gerald Wendover, 3rd Baron Orm")).toBe("Lord Orm");
  expect(to("Ormford (movie)")).toBe("Ormford (film)");
  expect(to("Ada Mill")).toBe("Ada Mill");
  expect(to("Ormford")).toBe("Ormford");
});

test("the last corpus that has an article of a thing gives its title", async () => {
  const to = await leadsTo(
    [page("Old Wend Mill", "The '''Old Wend Mill''' is a mill."), page("Orm", "'''Orm''' is a lake.")],
    [page("Old Wend mill", "The '''Old Wend mill''' is a mill.")],
  );
  expect(to("Old Wend Mill")).toBe("Old Wend mill");
});

test("an article that is an older text of another one joins it; what only begins like it does not", async () => {
  const to = await leadsTo([
    page(
      "Ormford Wend",
      "'''Ormford, Wend''', formally the Borough of Ormford, is the chief town of Wendland and the home of the Mill Museum.",
    ),
    page(
      "Ormford, Wend",
      "'''Ormford, Wend''', formally the Borough of Ormford, is the chief town of Wendland and home of the Mill Museum and of the Boat Club.",
    ),
    page(
      "Ormford cathedral school",
      "'''Ormford, Wend''', has an old school beside its cathedral, where boys sing in the choir.",
    ),
    page("Asking", "[[Ormford, Wend]], [[Ormford, Wend]] and [[Ormford Wend]]"),
  ]);
  expect(to("Ormford Wend")).toBe("Ormford, Wend");
  expect(to("Ormford cathedral school")).toBe("Ormford cathedral school");
});

test("hyphens, apostrophes and full stops tell no things apart, and U.S. is the United States", async () => {
  const asked = ["Orm'a", "Free-mill movement", "US Mill Bureau", "University of Wend at Ormford"];
  const to = await leadsTo([
    page("Orma", "'''Orma''' is a town."),
    page("Free mill movement", "The '''free mill movement''' wants mills for all."),
    page("United States Mill Bureau", "The '''Mill Bureau''' counts mills."),
    page("University of Wend, Ormford", "The '''University of Wend''' is old."),
    page("Asking", asked.map((title) => `[[${title}]]`).join(" and ")),
  ]);
  expect(asked.map(to)).toEqual([
    "Orma",
    "Free mill movement",
    "United States Mill Bureau",
    "University of Wend, Ormford",
  ]);
});

test("two texts of one article under two titles, two spellings of one life and a longer title elsewhere join; neighbours of one pattern do not", async () => {
  const keeper = "The mill keeper in the trade of milling is the one who stands behind the stones and";
  const county = (state: string, seat: string) =>
    `'''Smith County''' is a county in the state of ${state}, of which ${seat} is the seat and the largest town by far.`;
  const life = "(3 May 1821 – 9 June 1881) was a miller and writer of tales.";
  const to = await leadsTo(
    [
      page("Millkeeper", `${keeper} is ready to stop the wheel.`),
      page("Mill-keeper", `${keeper} be ready to stop the wheel.`),
      page("Smith County, Wendland", county("Wendland", "Ormford")),
      page("Smith County, Millstadt", county("Millstadt", "Wendover")),
      page("Gerald Ormevsky", `'''Gerald Ormevsky''' ${life}`),
      page("Ada Wendover", `'''Ada Wendover''' ${life}`),
      page("Wheel sickness", "'''Wheel sickness mellitus''', known as wheel sickness, makes millers dizzy."),
    ],
    [
      page("Gerald Ormyevski", `'''Gerald Ormyevski''' ${life}`),
      page("Wheel sickness mellitus", "'''Wheel sickness mellitus''' is an illness."),
    ],
  );
  expect(to("Millkeeper")).toBe(to("Mill-keeper"));
  expect(to("Smith County, Wendland")).not.toBe(to("Smith County, Millstadt"));
  expect(to("Gerald Ormevsky")).toBe(to("Gerald Ormyevski"));
  expect(to("Ada Wendover")).toBe("Ada Wendover");
  expect(to("Wheel sickness")).toBe(to("Wheel sickness mellitus"));
});

// What the shipped knowledge base is built from, in the data folder; corpora from the oldest titles to the newest, which name the entities.
import { join } from "node:path";

/** The most popular ones that are shipped. */
export const ENTITIES = 560_000;

export const corpora = (data) =>
  [
    "enwik7.xml.gz",
    "schools-2007.jsonl.gz",
    "pages-2014.jsonl.gz",
    "simplewiki-2021.jsonl.gz",
    "wikitables-2020.jsonl.gz",
    "intros-2020.jsonl.gz",
  ].map((file) => join(data, "corpora", file));

export const nameLists = (data) => ({
  redirects: [join(data, "names/redirects.tsv")],
  surfaces: [join(data, "names/surfaces.tsv")],
  popularity: [join(data, "names/inlinks.tsv")],
  titles: [join(data, "names/vital.txt")],
});

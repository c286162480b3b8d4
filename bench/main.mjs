// Runs the benchmark named on the command line (`npm run bench -- NAME`), or lists the benchmarks there are.
import { readdirSync } from "node:fs";

const folder = new URL(".", import.meta.url);
const names = readdirSync(folder)
  .filter((file) => file.endsWith(".mjs") && file !== "main.mjs")
  .map((file) => file.slice(0, -".mjs".length))
  .sort();

const [name, ...args] = process.argv.slice(2);
if (name === undefined) {
  console.log("npm run bench -- NAME, where NAME is one of:");
  for (const each of names) {
    const { summary } = await import(new URL(`${each}.mjs`, folder).href);
    console.log(`  ${each.padEnd(12)} ${summary}`);
  }
} else if (!names.includes(name)) {
  console.error(`There is no benchmark "${name}"; there are: ${names.join(", ")}.`);
  process.exitCode = 2;
} else {
  const { run } = await import(new URL(`${name}.mjs`, folder).href);
  await run(args);
}

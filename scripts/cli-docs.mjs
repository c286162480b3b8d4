// Writes docs/cli.md: the reference of the command line, which is what every command says with --help. Run by `npm run docs`.
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { commands } from "../dist/cli/commands.js";

const run = promisify(execFile);

/** Every command that does something, as it is called: ["kb", "build"]. */
function calls() {
  return commands.flatMap(
    (entry) => entry.commands?.map((child) => [entry.name, child.name]) ?? [[entry.name]],
  );
}

/** What `mulrel … --help` prints. @param {string} root @param {string[]} call */
async function helpOf(root, call) {
  const { stdout } = await run(process.execPath, [join(root, "dist/cli/main.js"), ...call, "--help"], {
    env: { ...process.env, NO_COLOR: "1" },
  });
  return stdout.trimEnd();
}

/** The text of docs/cli.md. @param {string} root */
export async function renderCli(root) {
  const [overview, ...helps] = await Promise.all([[], ...calls()].map((call) => helpOf(root, call)));
  const sections = calls().map((call, i) => {
    const name = ["mulrel", ...call].join(" ");
    return { name, text: `## ${name}\n\n\`\`\`\n${helps[i]}\n\`\`\`\n` };
  });
  const list = sections.map(({ name }) => `[${name}](#${name.replace(/ /g, "-")})`).join(" · ");
  return `<!-- Made by \`npm run docs\` from --help; a test keeps it current. -->

# Command line

Data goes to standard output, remarks and progress to standard error. Commands end with 0 when the work is done, 1 when it failed (a file that is
missing, damaged or cannot be written), 2 when the call was wrong (an unknown flag, a number out of range).

${list}

\`\`\`
${overview}
\`\`\`

${sections.map((s) => s.text).join("\n")}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL("..", import.meta.url));
  writeFileSync(join(root, "docs/cli.md"), await renderCli(root));
  console.log("docs/cli.md holds the help of every command.");
}

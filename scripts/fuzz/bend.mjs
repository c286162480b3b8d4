// Ways to damage bytes, drawn by a seeded generator: the same seed bends the same file in the same way.

const tokens = [
  "\n",
  "\0",
  "\t",
  '"',
  "{",
  "}",
  "[",
  "]",
  "<",
  ">",
  "&",
  "&toString;",
  "__proto__",
  "-1",
  "1e999",
  "NaN",
  "null",
  "\u{1f600}",
  "\\u0000",
  "%zz",
  "-DOCSTART- ",
  "\ufeff",
  "9".repeat(30),
];

/** @param {Buffer} whole @param {import("../../dist/math/random.js").Random} random */
export function bend(whole, random) {
  const below = (n) => Math.floor(random.uniform() * n);
  let bytes = Buffer.from(whole);
  const times = random.uniform() < 0.6 ? 1 : 1 + below(4);
  for (let i = 0; i < times; i++) bytes = bendOnce(bytes, below);
  return bytes;
}

function bendOnce(bytes, below) {
  const at = below(bytes.length + 1);
  const some = () => 1 + below(below(4) === 0 ? Math.max(1, bytes.length >> 1) : 16);
  const splice = (piece, removed = 0) =>
    Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at + removed)]);
  switch (below(7)) {
    case 0:
    case 1:
      if (at < bytes.length) bytes[at] ^= 1 << below(8);
      return bytes;
    case 2:
      if (at < bytes.length) bytes[at] = below(256);
      return bytes;
    case 3:
      return bytes.subarray(0, at);
    case 4:
      return splice(Buffer.alloc(0), some());
    case 5:
      return splice(Buffer.from(tokens[below(tokens.length)]));
    default:
      return splice(bytes.subarray(at, at + some()));
  }
}

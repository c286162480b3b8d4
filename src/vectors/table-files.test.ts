import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hiddenBytes } from "../../test/fixtures/hidden-bytes.js";
import { temporaryFolder } from "../../test/temporary-folder.js";
import { Names } from "./names.js";
import { parseNpy } from "./npy.js";
import { formatSafetensors, parseSafetensors, type Tensor } from "./safetensors.js";
import { parseLazyTable, parseVectorTable, tableToTensors } from "./table-format.js";
import { openVectorTable, readNpyTable, writeVectorTable } from "./vector-file.js";
import { convertStorage, type VectorStorage, VectorTable } from "./vector-table.js";

const folder = temporaryFolder();

function joinPieces(pieces: Uint8Array[]): ArrayBuffer {
  const bytes = Buffer.concat(pieces);
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
}

function fileWith(header: unknown, numbers: number): ArrayBuffer {
  const text = new TextEncoder().encode(typeof header === "string" ? header : JSON.stringify(header));
  const length = new Uint8Array(8);
  new DataView(length.buffer).setBigUint64(0, BigInt(text.length), true);
  return joinPieces([length, text, new Uint8Array(numbers)]);
}

const small = () =>
  new VectorTable({
    rows: 3,
    d: 2,
    data: new Float32Array([1, 2, -0.5, 0, 3, 4]),
    names: Names.fromList(["één", "two words", ""]),
    flags: Uint8Array.of(0, 1, 2),
    metadata: { source: "a test" },
  });

describe("safetensors", () => {
  test("whatever is written is read again, in place", () => {
    const tensors = new Map<string, Tensor>([
      ["bytes", { type: "U8", shape: [3], data: Uint8Array.of(1, 2, 3) }],
      ["matrix", { type: "F32", shape: [2, 1], data: Float32Array.of(0.5, -1) }],
      ["half", { type: "F16", shape: [1], data: Uint16Array.of(0x3c00) }],
      ["scalar", { type: "F64", shape: [], data: Float64Array.of(Math.PI) }],
      ["none", { type: "I32", shape: [0, 4], data: new Int32Array(0) }],
    ]);
    const buffer = joinPieces(formatSafetensors({ metadata: { a: "b" }, tensors }));
    const read = parseSafetensors(buffer);
    expect(read.metadata).toEqual({ a: "b" });
    for (const [name, tensor] of tensors) {
      expect(read.tensors.get(name)).toEqual(tensor);
      expect(read.tensors.get(name)!.data.buffer).toBe(buffer);
    }
  });

  test("numbers that the file does not align are copied", () => {
    const header = { x: { dtype: "F32", shape: [1], data_offsets: [0, 4] } };
    for (const spaces of ["", " ", "  ", "   "]) {
      const buffer = fileWith(JSON.stringify(header) + spaces, 4);
      new DataView(buffer).setFloat32(buffer.byteLength - 4, 1.5, true);
      expect([...parseSafetensors(buffer).tensors.get("x")!.data]).toEqual([1.5]);
    }
  });

  test.each<[string, ArrayBuffer, RegExp]>([
    ["too short", new ArrayBuffer(3), /3 bytes/],
    ["header beyond the end", fileWith("{}", 0).slice(0, 9), /only 1 bytes follow/],
    ["no JSON", fileWith("{oops", 0), /not JSON/],
    ["no object", fileWith([1], 0), /not a JSON object/],
    [
      "unknown type",
      fileWith({ x: { dtype: "Q4", shape: [1], data_offsets: [0, 1] } }, 1),
      /"x" has type "Q4"/,
    ],
    ["cut off", fileWith({ x: { dtype: "F32", shape: [2], data_offsets: [0, 8] } }, 4), /cut off/],
    [
      "size and shape differ",
      fileWith({ x: { dtype: "F32", shape: [3], data_offsets: [0, 8] } }, 8),
      /takes 12/,
    ],
    [
      "negative shape",
      fileWith({ x: { dtype: "F32", shape: [-1], data_offsets: [0, 4] } }, 4),
      /no usable shape/,
    ],
    ["bytes left over", fileWith({ x: { dtype: "U8", shape: [1], data_offsets: [0, 1] } }, 2), /speaks of 1/],
    [
      "overlap",
      fileWith(
        {
          x: { dtype: "U8", shape: [2], data_offsets: [0, 2] },
          y: { dtype: "U8", shape: [2], data_offsets: [1, 3] },
        },
        3,
      ),
      /overlap/,
    ],
  ])("%s is a sentence", (_, buffer, message) => {
    expect(() => parseSafetensors(buffer, "f.safetensors")).toThrow(message);
    expect(() => parseSafetensors(buffer, "f.safetensors")).toThrow(/^f\.safetensors/);
  });

  test("a damaged file gives a sentence or a table, never another error", () => {
    const whole = new Uint8Array(
      joinPieces(
        formatSafetensors({
          metadata: {},
          tensors: new Map([["vectors", { type: "F32", shape: [2, 2], data: new Float32Array(4) }]]),
        }),
      ),
    );
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.nat(255), fc.nat(whole.length), (at, byte, end) => {
        const damaged = whole.slice(0, end);
        if (at < end) damaged[at] = byte;
        try {
          parseVectorTable(damaged.buffer);
        } catch (error) {
          expect((error as Error).name).toBe("LinkingError");
        }
      }),
    );
  });
});

describe("vector tables on disk", () => {
  test.each<VectorStorage>(["float32", "float16", "int8"])("%s survives a round trip", async (storage) => {
    const table = convertStorage(small(), storage);
    const path = join(folder, `${storage}.safetensors`);
    const sha256 = await writeVectorTable(path, table);
    for (const shared of [false, true]) {
      const read = await openVectorTable(path, { shared });
      expect(read.storage).toBe(storage);
      expect([...read.toFloat32()]).toEqual([...table.toFloat32()]);
      expect(read.names!.toList()).toEqual(["één", "two words", ""]);
      expect([...read.flags!]).toEqual([0, 1, 2]);
      expect(read.metadata).toMatchObject({ source: "a test", sha256 });
      expect(read.rowOf("two words")).toBe(1);
      expect(read.name(0)).toBe("één");
    }
  });

  test("a changed byte is noticed", async () => {
    const path = join(folder, "damaged.safetensors");
    await writeVectorTable(path, small());
    const whole = await readFile(path);
    // in the numbers, in the header's words, in the digest and in its name
    for (const at of [whole.length - 30, 40, whole.indexOf('"digest"') + 3, whole.indexOf('"digest"') + 14]) {
      const bytes = Buffer.from(whole);
      bytes[at] ^= 1;
      await writeFile(path, bytes);
      await expect(openVectorTable(path)).rejects.toMatchObject({ code: "bad-file" });
    }
  });

  test("a file that is not there is a sentence", async () => {
    await expect(openVectorTable(join(folder, "no.safetensors"))).rejects.toThrow(/There is no file/);
  });
});

/** A .npy file as NumPy writes it. */
function npy(descr: string, shape: string, numbers: Uint8Array, order = "False"): Uint8Array {
  let header = `{'descr': '${descr}', 'fortran_order': ${order}, 'shape': (${shape}), }`;
  header = `${header.padEnd(Math.ceil((header.length + 11) / 64) * 64 - 11)}\n`;
  const length = Uint8Array.of(header.length & 255, header.length >> 8);
  const mark = Uint8Array.of(0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0);
  return Buffer.concat([mark, length, Buffer.from(header), numbers]);
}

const asBytes = (a: { buffer: ArrayBufferLike }) => new Uint8Array(a.buffer);

describe("npy", () => {
  test.each([
    ["<f4", asBytes(Float32Array.of(1, 2, 3, -0.5))],
    ["<f2", asBytes(Uint16Array.of(0x3c00, 0x4000, 0x4200, 0xb800))],
    ["<f8", asBytes(Float64Array.of(1, 2, 3, -0.5))],
  ])("reads %s with a dictionary", async (type, numbers) => {
    const path = join(folder, "x.npy");
    await writeFile(path, npy(type, "2, 2", numbers));
    await writeFile(join(folder, "dict.word"), "the\t12\nBaden-Württemberg\t3\n");
    const table = await readNpyTable(path, join(folder, "dict.word"));
    expect([...table.toFloat32()]).toEqual([1, 2, 3, -0.5]);
    expect(table.rowOf("Baden-Württemberg")).toBe(1);
    expect((await readNpyTable(path)).names).toBeUndefined();
  });

  test("a dictionary of another length is refused", async () => {
    await writeFile(join(folder, "y.npy"), npy("<f4", "1, 2", new Uint8Array(8)));
    await writeFile(join(folder, "y.txt"), "one\ntwo\n");
    await expect(readNpyTable(join(folder, "y.npy"), join(folder, "y.txt"))).rejects.toThrow(
      /1 rows.*2 lines/,
    );
  });

  test.each<[string, Uint8Array, RegExp]>([
    ["foreign", Buffer.from("PK\u0003\u0004 and so on"), /NumPy's mark/],
    ["Fortran order", npy("<f4", "1, 2", new Uint8Array(8), "True"), /Fortran/],
    ["integers", npy("<i8", "1, 2", new Uint8Array(16)), /"<i8"/],
    ["one dimension", npy("<f4", "2,", new Uint8Array(8)), /two numbers/],
    ["cut off", npy("<f4", "2, 2", new Uint8Array(12)), /take 16 bytes, but 12 follow/],
  ])("%s is a sentence", (_, bytes, message) => {
    expect(() => parseNpy(Uint8Array.from(bytes).buffer, "x.npy")).toThrow(message);
  });
});

describe("a table read as it is needed", () => {
  const name = fc
    .oneof(fc.string({ unit: "binary", maxLength: 6 }), fc.constantFrom("", "a", "\u{1f600}", "\ud800"))
    .filter((s) => !s.includes("\n"));
  const storages: VectorStorage[] = ["float32", "float16", "int8"];
  test("answers as one that is all there, with an index of its names and without", () => {
    fc.assert(
      fc.property(
        fc.array(name, { minLength: 1 }),
        fc.array(name),
        fc.constantFrom(...storages),
        fc.boolean(),
        (list, others, storage, indexed) => {
          const data = Float32Array.from({ length: list.length * 3 }, (_, i) => Math.sin(i));
          const flags = Uint8Array.from(list, (_, i) => i % 3);
          const names = Names.fromList(list);
          const whole = convertStorage(
            new VectorTable({ rows: list.length, d: 3, data, flags, names }),
            storage,
          );
          const file = new Uint8Array(joinPieces(formatSafetensors(tableToTensors(whole, { indexed }))));
          const lazy = () => parseLazyTable(hiddenBytes(file), "table");
          const [a, b] = [lazy(), lazy()];
          for (const text of [...list, ...others]) expect(a.rowOf(text)).toBe(whole.rowOf(text));
          for (let row = list.length - 1; row >= 0; row--) {
            expect(a.vector(row)).toEqual(whole.vector(row));
            expect(b.dot(row, [1, 2, 3])).toBe(whole.dot(row, [1, 2, 3]));
            expect(b.name(row)).toBe(whole.name(row));
          }
          expect(lazy().parts().data).toEqual(whole.data);
          expect([lazy().scales, lazy().flags]).toEqual([whole.scales, whole.flags]);
          expect(lazy().names!.toList()).toEqual(whole.names!.toList());
          expect(lazy().unitRows().toFloat32()).toEqual(whole.unitRows().toFloat32());
          expect(lazy().select([0]).vector(0)).toEqual(whole.vector(0));
          expect(convertStorage(lazy(), "float32").toFloat32()).toEqual(whole.toFloat32());
          expect(tableToTensors(lazy(), { indexed })).toEqual(tableToTensors(whole, { indexed }));
        },
      ),
      { numRuns: 60 },
    );
  });
  test("an index in a file that is not checked is not used", () => {
    const tensors = tableToTensors(small(), { indexed: true });
    tensors.tensors.get("nameSlots")!.data.fill(0);
    expect(parseVectorTable(joinPieces(formatSafetensors(tensors))).rowOf("two words")).toBe(1);
  });
});

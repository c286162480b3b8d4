import { describe, expect, test } from "vitest";
import { recordOf, warcOf } from "../../test/warc-fixture.js";
import { type DocumentRecord, formOfPath, type RecordForm, readRecords } from "./records.js";

async function read(bytes: Buffer | string, form: RecordForm): Promise<DocumentRecord[]> {
  const records: DocumentRecord[] = [];
  async function* chunks() {
    // in small pieces, as a pipe may give them
    const whole = Buffer.from(bytes as string);
    for (let at = 0; at < whole.length; at += 7) yield whole.subarray(at, at + 7);
  }
  for await (const record of readRecords(chunks(), form, { name: "in", line: 1 })) records.push(record);
  return records;
}

describe("JSON lines", () => {
  test("every line is a record: numbers stay numbers, what cannot be read says so without quoting it", async () => {
    const lines = [
      '{"id":7,"text":"a"}',
      "",
      '{"secret',
      '{"id":"x"}',
      '{"text":"b","mentions":3}',
      '{"text":"c"}',
    ];
    const records = await read(lines.join("\n"), "jsonl");
    expect(records.map((r) => r.id)).toEqual([7, "in:2", "in:3", "x", "in:5", "in:6"]);
    expect(records.map((r) => Boolean(r.problem))).toEqual([false, true, true, true, true, false]);
    expect(JSON.stringify(records)).not.toContain("secret");
  });

  test("bytes that are no UTF-8 cost their line only", async () => {
    const records = await read(
      Buffer.concat([Buffer.from([0x22, 0xff, 10]), Buffer.from('{"text":"b"}')]),
      "jsonl",
    );
    expect(records[0].problem).toContain("not valid UTF-8");
    expect(records[1].text).toBe("b");
  });
});

describe("texts and pages", () => {
  test("bytes that are no UTF-8 are read as �, and a remark says where", async () => {
    for (const form of ["text", "html"] as const) {
      const [record] = await read(Buffer.from("André Gide", "latin1"), form);
      expect(record).toMatchObject({
        text: "Andr� Gide",
        remark: expect.stringMatching(/^in is not written in UTF-8: .* offset 4,/),
      });
    }
  });

  test("of UTF-8 nothing is said, of a � that was written neither", async () => {
    expect(await read("\ufeffAndré � Gide", "text")).toEqual([
      { id: "in", text: "André � Gide", source: "André � Gide", form: "text" },
    ]);
  });
});

describe("web archives", () => {
  const page = (body: string, headers = "Content-Type: text/html") =>
    `HTTP/1.1 200 OK\r\n${headers}\r\n\r\n${body}`;

  test("texts and pages are documents; requests, other answers and other types are not", async () => {
    const records = await read(
      warcOf([
        { uri: "", text: "software: own", type: "warcinfo" },
        { uri: "http://a/", text: "Paris is in France." },
        { uri: "http://b/", http: page("<p>London</p>") },
        { uri: "http://c/", http: page("moved").replace("200 OK", "301 Moved") },
        { uri: "http://d/", http: page("bytes", "Content-Type: image/png") },
        { uri: "http://e/", http: "GET / HTTP/1.1\r\n\r\n", type: "request" },
        { uri: "http://g/", http: "HTTP/1.0 200 OK\r\n\r\nno headers" },
        {
          uri: "http://f/",
          http: page("7\r\nBerlin.\r\n0\r\n\r\n", "Content-Type: text/plain\r\nTransfer-Encoding: chunked"),
        },
      ]),
      "warc",
    );
    expect(records.map((r) => r.id)).toEqual(["http://a/", "http://b/", "http://f/"]);
    expect(records.map((r) => r.text.trim())).toEqual(["Paris is in France.", "London", "Berlin."]);
    expect(records[1].text.length).toBe(records[1].source.length);
  });

  test("the charset of the header is used", async () => {
    const record = recordOf({
      uri: "u",
      http: page("M_nchen", "Content-Type: text/plain; charset=iso-8859-1"),
    });
    record[record.indexOf("M_nchen") + 1] = 0xfc;
    expect((await read(record, "warc"))[0].text).toBe("München");
  });

  test("a file that ends inside a record says so of that record", async () => {
    const whole = warcOf([
      { uri: "a", text: "Paris." },
      { uri: "b", text: "London is large." },
    ]);
    const records = await read(whole.subarray(0, whole.length - 12), "warc");
    expect(records.map((r) => r.problem)).toEqual([undefined, "The file ends inside this record."]);
  });

  test("what is no web archive is refused", async () => {
    await expect(read("no archive\nat all\n", "warc")).rejects.toThrow(
      "in has no WARC record after record 0",
    );
  });
});

test("names of files say what is in them", () => {
  const names = ["a.jsonl", "a.ndjson.gz", "a.warc.wet.gz", "a.WARC", "a.htm", "a.txt.gz", "a.png"];
  expect(names.map(formOfPath)).toEqual(["jsonl", "jsonl", "warc", "warc", "html", "text", undefined]);
});

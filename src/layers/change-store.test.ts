import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../test/temporary-folder.js";
import { ChangeStore } from "./change-store.js";

const put = (id: string, title = id) => ({ kind: "put", entity: { id, title } }) as const;

describe("changes on disk", () => {
  test("are told in order, the last of each entity only", async () => {
    const store = new ChangeStore(temporaryFolder());
    expect(await store.write([put("a"), put("b")])).toEqual([1, 2]);
    expect(await store.write([put("a", "A"), { kind: "remove", id: "c" }])).toEqual([3, 4]);
    expect(store.since(0)).toEqual({
      last: 4,
      changes: [put("b"), put("a", "A"), { kind: "remove", id: "c" }],
    });
    expect(store.since(3).changes).toEqual([{ kind: "remove", id: "c" }]);
    expect(store.since(4).changes).toEqual([]);
    expect(store.entry("a")).toEqual({ number: 3, change: put("a", "A") });
    await store.close();
  });

  test("are seen by another who has the folder open, at once", async () => {
    const folder = temporaryFolder();
    const [one, other] = [new ChangeStore(folder), new ChangeStore(folder)];
    expect(other.since(0).last).toBe(0);
    await one.write([put("a")]);
    expect(other.since(0).changes).toEqual([put("a")]);
    await one.close();
    await other.close();
  });

  test("are all made or none, and refused when a check says so", async () => {
    const store = new ChangeStore(temporaryFolder());
    await store.write([put("a")]);
    const check = ({ number }: { number: number }) => (number === 0 ? undefined : "It is there.");
    await expect(store.write([put("b"), put("a")], check)).rejects.toThrow("It is there.");
    expect(store.entry("b")).toBeUndefined();
    await expect(store.write([put("x".repeat(5000))])).rejects.toThrow(/too long/);
    await store.close();
  });

  test("many at once are numbered one after the other", async () => {
    const store = new ChangeStore(temporaryFolder());
    const numbers = await Promise.all(Array.from({ length: 50 }, (_, i) => store.write([put(`e${i}`)])));
    expect(new Set(numbers.flat()).size).toBe(50);
    expect(store.since(0).changes).toHaveLength(50);
    await store.close();
  });
});

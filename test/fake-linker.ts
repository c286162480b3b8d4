/** A linker for tests that need lines, not links: each text gives one name, its first word. */
import type { Linker } from "../src/linker/linker.js";

export function fakeLinker(onText: (text: string) => void = () => {}): Linker {
  const link = (text: string) => {
    onText(text);
    const [mention] = text.split(" ");
    return [{ start: 0, end: mention.length, mention, entity: null, confidence: 0, candidates: [] }];
  };
  return { link } as unknown as Linker;
}

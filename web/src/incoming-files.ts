/** One way in for files, dropped anywhere on the page or chosen in the dialog: each goes to the first kind that takes it. */

/** What the page can do with files of one sort: read them as a text, as a list of own entities … */
export interface FileKind {
  /** For the browser's dialog: endings and media types. */
  accept: string[];
  takes(file: File): boolean;
  /** Does it; a sentence on why where it cannot be done. */
  take(file: File): Promise<{ problem: string } | undefined>;
}

/** Does the name end in one of these? */
export function hasEnding(file: File, endings: string[]): boolean {
  const name = file.name.toLowerCase();
  return endings.some((ending) => name.endsWith(ending));
}

export async function takeFile(
  file: File,
  kinds: FileKind[],
  fail: (sentence: string) => void,
): Promise<void> {
  const kind = kinds.find((k) => k.takes(file));
  const wanted = [...new Set(kinds.flatMap((k) => k.accept).filter((a) => a.startsWith(".")))].join(", ");
  try {
    const answer = kind
      ? await kind.take(file)
      : { problem: `This page cannot read ${file.name}; it reads ${wanted}.` };
    if (answer) fail(answer.problem);
  } catch {
    fail(`${file.name} could not be read; is it still where it was?`);
  }
}

/** What the dialog offers. */
export const acceptedBy = (kinds: FileKind[]) => kinds.flatMap((k) => k.accept).join(",");

/** Files may be dropped on any place of the page; while one hangs over it, the body is of class "dropping". */
export function addFileDrop(kinds: FileKind[], fail: (sentence: string) => void): void {
  const hasFile = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
  const mark = (isOver: boolean) => document.body.classList.toggle("dropping", isOver);
  addEventListener("dragover", (event) => {
    if (!hasFile(event)) return;
    event.preventDefault();
    mark(true);
  });
  addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) mark(false); // left the window
  });
  addEventListener("drop", (event) => {
    mark(false);
    const file = event.dataTransfer?.files[0];
    if (!file) return; // dragged text goes where it is dropped, as ever
    event.preventDefault();
    void takeFile(file, kinds, fail);
  });
}

/** The text in the address bar, and copying. */

const KEY = "#text=";

export function textOfAddress(): string | undefined {
  if (!location.hash.startsWith(KEY)) return undefined;
  try {
    return decodeURIComponent(location.hash.slice(KEY.length));
  } catch {
    return undefined; // a cut-off link: better an empty page than half a text
  }
}

/** Replaces the entry in the history: going back leaves the page, it does not undo a text. */
export function showInAddress(text: string): void {
  history.replaceState(null, "", `${location.pathname}${location.search}${KEY}${encodeURIComponent(text)}`);
}

export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** The keyboard: arrows move between names, Escape goes back to the text. */
import type { PageState } from "./state.js";

export function addKeys(state: PageState, select: (place: number | null) => void): void {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || state.editing) return;
    const onControl = (event.target as Element).closest("input, textarea, select, .matrix-frame");
    if (event.key === "Escape" && state.selected !== null) {
      select(null);
      return;
    }
    if (onControl || state.view !== "text" || state.base.length === 0) return;
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const order = namesInTextOrder(state);
    const at = state.selected === null ? (step > 0 ? -1 : 0) : order.indexOf(state.selected);
    const next = order[(at + step + order.length) % order.length];
    select(next);
    document.querySelector<HTMLElement>(`[data-place="${next}"]`)?.focus();
  });
}

function namesInTextOrder({ base }: PageState): number[] {
  return base.map((_, place) => place).sort((a, b) => base[a].start - base[b].start);
}

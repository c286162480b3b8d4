/** Makes elements; texts always become text nodes, so that nothing a user pastes is ever read as markup. */

type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean | undefined | ((event: Event) => void)>;

/** Addresses come from knowledge bases of anybody's: those of the web, and places of this page. No script, no data. */
function isHarmless(address: string): boolean {
  return /^(https?:\/\/|[./#?])/i.test(address);
}

function fill(element: Element, attributes: Attributes, children: Child[]): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (name === "href" && !isHarmless(String(value))) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child) element.append(child);
}

/** An HTML element; a function among the attributes is a listener: `h("button", { click: … }, "Link")`. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  fill(element, attributes, children);
  return element;
}

export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  fill(element, attributes, children);
  return element;
}

/** Sets custom properties; as style attributes the content security policy would forbid them. */
export function withProperties<E extends HTMLElement | SVGElement>(
  element: E,
  properties: Record<string, string | number>,
): E {
  for (const [name, value] of Object.entries(properties)) element.style.setProperty(name, String(value));
  return element;
}

export function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The page has no element "${id}".`);
  return element;
}

/** A share as people read it; what is nearly nothing or all is told from nothing and all. */
export function percent(share: number): string {
  if (share > 0 && share < 0.005) return "< 1 %";
  return share >= 0.995 && share < 1 ? "> 99 %" : `${Math.round(share * 100)} %`;
}

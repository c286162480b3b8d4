/** A text out of what is dropped or pasted: plain text as it is, HTML with its paragraphs. */
import type { FileKind } from "./incoming-files.js";

/** Elements that begin and end a paragraph. */
const BLOCKS =
  "address,article,aside,blockquote,dd,div,dl,dt,figcaption,figure,footer,form,h1,h2,h3,h4,h5,h6,header,hr,li,main,nav,ol,p,pre,section,table,tr,ul";
const UNREAD = "script,style,template,noscript,head,svg,math,textarea,select,iframe";

/** The text of an HTML page: blank lines between paragraphs, nothing of what nobody reads. Nothing of it is run or fetched. */
export function textOfHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const element of body.querySelectorAll(UNREAD)) element.remove();
  // line breaks of the source are no line breaks of the text
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    node.textContent = (node.textContent ?? "").replace(/\s+/g, " ");
  }
  for (const element of body.querySelectorAll("br")) element.replaceWith("\n");
  for (const element of body.querySelectorAll(BLOCKS)) {
    element.prepend("\n\n");
    element.append("\n\n");
  }
  return (body.textContent ?? "")
    .replace(/ *\n */g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .replace(/ {2,}/g, " ")
    .trim();
}

/** HTML is told by its tags: a text about "<" is none. */
export function isHtml(text: string): boolean {
  return /<(?:html|body|p|div|article|h[1-6]|li|td)\b[^>]*>/i.test(text);
}

/** Files larger than this are no texts to read on a page. */
const LARGEST = 5_000_000;

/** The text of a file, or a sentence on why there is none. */
async function readFile(file: File): Promise<{ text: string } | { problem: string }> {
  if (file.size > LARGEST) {
    return {
      problem: `${file.name} has ${(file.size / 1e6).toFixed(1)} MB; this page reads files of up to 5 MB. Use mulrel link for larger ones.`,
    };
  }
  const content = await file.text();
  if (content.includes("\u0000") || content.startsWith("%PDF")) {
    return { problem: `${file.name} is no plain text or HTML; copy its text and paste it here.` };
  }
  return { text: isHtml(content) ? textOfHtml(content) : content };
}

/** Files that are read as the text to link; whatever no other kind takes is tried as one. */
export function textFiles(link: (text: string) => void): FileKind {
  return {
    accept: [".txt", ".md", ".html", ".htm", "text/plain", "text/html"],
    takes: () => true,
    async take(file) {
      const read = await readFile(file);
      if ("problem" in read) return read;
      link(read.text);
    },
  };
}

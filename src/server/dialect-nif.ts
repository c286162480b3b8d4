/** NIF 2.0 in Turtle, as GERBIL sends it: links the context's own phrases where it has some (D2KB), else finds names (A2KB). */
import { LinkingError, messageOf } from "../errors.js";
import type { AnnotatedDocument } from "../formats/annotated/annotated-document.js";
import { formatNif, parseNif } from "../formats/annotated/nif-turtle.js";
import { annotateLinks } from "../formats/links/annotate-links.js";
import type { LinkOptions } from "../linker/link.js";
import type { LinkService } from "./link-service.js";
import { checkMentionLengths } from "./mention-lengths.js";

export async function answerNif(
  service: LinkService,
  turtle: string,
  textLimit: number,
): Promise<{ turtle: string; mentions: number; nil: number }> {
  const documents = await readRequest(turtle);
  let mentions = 0;
  let nil = 0;
  const linked: AnnotatedDocument[] = documents.map((doc) => {
    if (doc.text.length > textLimit) {
      const found = `A context has ${doc.text.length} characters`;
      throw new LinkingError("too-large", `${found}; this server takes at most ${textLimit}.`);
    }
    checkMentionLengths(doc.mentions, textLimit);
    const options: LinkOptions = doc.mentions.length > 0 ? { mentions: doc.mentions } : {};
    const links = service.link(doc.text, options);
    mentions += links.length;
    nil += links.filter((l) => !l.entity).length;
    return { id: doc.id, text: doc.text, mentions: annotateLinks(links, { byAddress: true }) };
  });
  return { turtle: await formatNif(linked), mentions, nil };
}

async function readRequest(turtle: string): Promise<AnnotatedDocument[]> {
  let documents: AnnotatedDocument[];
  try {
    documents = await parseNif(turtle, "the request");
  } catch (error) {
    throw new LinkingError("bad-input", messageOf(error), { cause: error });
  }
  if (documents.length > 0) return documents;
  throw new LinkingError(
    "bad-input",
    "The request holds no nif:Context with a nif:isString; send one in Turtle.",
  );
}

import { linkedText, openLinker } from "mulrel";
import entities from "mulrel/models/default/entities.4bit.gz?url";
import kb from "mulrel/models/default/knowledge-base.kb.gz?url";
import manifest from "mulrel/models/default/linker.json?url";
import model from "mulrel/models/default/model.safetensors?url";
import words from "mulrel/models/default/words.safetensors.gz?url";

const files: Record<string, string> = {
  "linker.json": manifest,
  "knowledge-base.kb.gz": kb,
  "words.safetensors.gz": words,
  "entities.4bit.gz": entities,
  "model.safetensors": model,
};
const linker = await openLinker((name) => fetch(files[name] ?? name));

const text = document.querySelector("textarea")!;
const show = () => {
  document.querySelector("#links")!.innerHTML = linkedText(text.value, linker.link(text.value));
};
text.addEventListener("input", show);
show();

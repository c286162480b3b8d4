import { linkedText, openLinker } from "mulrel";
import entities from "mulrel/models/default/entities.packed?url";
import kb from "mulrel/models/default/knowledge-base.packed?url";
import manifest from "mulrel/models/default/linker.json?url";
import model from "mulrel/models/default/model.safetensors?url";
import words from "mulrel/models/default/words.packed?url";

const files: Record<string, string> = {
  "linker.json": manifest,
  "knowledge-base.packed": kb,
  "words.packed": words,
  "entities.packed": entities,
  "model.safetensors": model,
};
const linker = await openLinker((name) => fetch(files[name] ?? name));

const text = document.querySelector("textarea")!;
const show = () => {
  document.querySelector("#links")!.innerHTML = linkedText(text.value, linker.link(text.value));
};
text.addEventListener("input", show);
show();

import { isJsonObject, type JsonObject } from "../../shared/json.ts";
import { findJsonLoss, type JsonLoss } from "../../shared/json-loss.ts";
import { Obstacle } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";

/** An empty text gives `{}`. Throws if the text is not a JSON object, or if parsing loses data, such as digits. */
export function parseFields(text: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text.trim() === "" ? "{}" : text);
  } catch (error) {
    throw new Obstacle(
      t("Nothing was sent: the fields are not valid JSON. {0}", error instanceof Error ? error.message : ""),
    );
  }
  if (!isJsonObject(value))
    throw new Obstacle(t("Nothing was sent: the fields must be a JSON object, such as {}."));
  const loss = findJsonLoss(text);
  if (loss !== undefined) throw new Obstacle(t("Nothing was sent. Line {0}: {1}", loss.line, lossText(loss)));
  return value;
}

function lossText({ what, written }: JsonLoss): string {
  switch (what) {
    case "digits":
      return t("`{0}` has too many digits to be kept as a number: put quotes around it.", written);
    case "number":
      return t("`{0}` is not a number that JSON knows: put quotes around it, or leave it out.", written);
    case "entry":
      return t("The name `{0}` is used twice. Remove or rename one of the two.", written);
  }
}

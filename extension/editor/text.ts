/**
 * Makes text of the service safe to show. VS Code turns `[a](b)` into a link in notifications and input boxes, even into
 * one that runs a command, and `$(a)` into an icon in pick lists and the status bar. A space before the `(` prevents both.
 */

import { oneLine } from "../../shared/report/text.ts";
import { cut } from "../../shared/wording.ts";

/** For a label or description in a tree, where VS Code shows every text as it is. */
export function labelText(text: string, length = 200): string {
  return cut(oneLine(text), length);
}

/** For a name within a message. The name of a review is its question, which can fill a page. */
export function titleText(text: string): string {
  return labelText(text, 100);
}

/** For a notification, dialog or prompt. Quotation marks replace backticks, because VS Code formats no code there. */
export function escapeForMessage(text: string): string {
  return withoutMarkup(labelText(text, 1000))
    .replace(/`([^`]*)`/g, "“$1”")
    .replaceAll("`", "'");
}

/** Evidence marks names as code, which VS Code shows nowhere but in Markdown. */
export function withoutCodeMarks(text: string): string {
  return text.replaceAll("`", "");
}

export function escapeForPick(text: string): string {
  return withoutMarkup(labelText(text));
}

export function joinTexts(between: string, texts: readonly (string | false | undefined)[]): string {
  return texts.filter(Boolean).join(between);
}

function withoutMarkup(text: string): string {
  return text.replaceAll("](", "] (").replaceAll("$(", "$ (");
}

/**
 * Text that is not ours, where the editor would make something of it: notifications and input boxes turn `[a](b)` into
 * a link, even to a command, and pick lists and the status bar turn `$(a)` into an icon. A space takes that away. And
 * where the editor makes nothing of Markdown, what stands in backticks stands in quotation marks.
 */

import { cut, oneLine } from "../../shared/report/text.ts";

/** For a label or description of a tree, which shows text as it is. */
export function label(text: string, length = 200): string {
  return cut(oneLine(text), length);
}

/** For a notification, a dialog or the prompt of an input box. */
export function inMessage(text: string): string {
  return inert(label(text, 1000))
    .replace(/`([^`]*)`/g, "“$1”")
    .replaceAll("`", "'");
}

/** For an entry of a pick list or of the status bar. */
export function inPick(text: string): string {
  return inert(label(text));
}

function inert(text: string): string {
  return text.replaceAll("](", "] (").replaceAll("$(", "$ (");
}

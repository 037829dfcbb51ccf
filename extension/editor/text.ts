/**
 * Text from the service, where VS Code would make something of it: notifications and input boxes turn `[a](b)` into a
 * link, even one to a command, and pick lists and the status bar turn `$(a)` into an icon. A space prevents both.
 * Notifications show backticks as they are, so text in backticks gets quotation marks there.
 */

import { oneLine } from "../../shared/report/text.ts";
import { cut } from "../../shared/wording.ts";

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

/** Of texts that are not empty. */
export function joined(between: string, texts: readonly (string | false | undefined)[]): string {
  return texts.filter(Boolean).join(between);
}

function inert(text: string): string {
  return text.replaceAll("](", "] (").replaceAll("$(", "$ (");
}

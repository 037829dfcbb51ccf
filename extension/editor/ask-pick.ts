/**
 * Asks a person to pick an entry of a list. The caller computes the entries from the typed text, and the best match
 * (`ranking.ts`) comes first, so that Enter takes it.
 */

import type { QuickInputButton, QuickPick, QuickPickItem } from "vscode";
import { Cancelled } from "./errors.ts";
import { rankByText } from "./ranking.ts";
import { escapeForMessage } from "./text.ts";
import type { VSCode } from "./vscode.ts";

export interface PickEntry extends QuickPickItem {
  /** Texts that find the entry besides its label, such as an id. */
  readonly searchTexts?: readonly string[];
  readonly comesLast?: boolean;
}

interface PickQuestion<T extends PickEntry> {
  readonly title: string;
  readonly placeholder: string;
  /** `number` counts from 1. */
  readonly step?: { readonly number: number; readonly of: number };
  readonly buttons?: readonly QuickInputButton[];
  /** Gives the entries for the typed text. Entries with `alwaysShow` stay, after the matches, when they do not match. */
  readonly offer: (typed: string) => readonly T[];
}

/** VS Code draws every entry, so a longer list is slow. */
const mostShown = 300;

/** Gives the chosen entry or the pressed button; rejects with `Cancelled` when the person closes the list. */
export function askPick<T extends PickEntry>(
  vscode: VSCode,
  { title, placeholder, step, buttons = [], offer }: PickQuestion<T>,
): Promise<{ readonly item: T } | { readonly button: QuickInputButton }> {
  return new Promise((resolve, reject) => {
    const pick = vscode.window.createQuickPick<T>();
    const end = (settle: () => void) => {
      settle();
      pick.dispose();
    };
    pick.title = escapeForMessage(title);
    pick.placeholder = escapeForMessage(placeholder);
    pick.step = step?.number;
    pick.totalSteps = step?.of;
    pick.buttons = buttons;
    pick.ignoreFocusOut = true;
    keepOrder(pick);
    pick.items = matchingEntries(offer(""), "");
    pick.onDidChangeValue(typed => {
      pick.items = matchingEntries(offer(typed), typed);
    });
    pick.onDidTriggerButton(button => end(() => resolve({ button })));
    pick.onDidAccept(() => {
      // Enter can come before VS Code shows the new entries; the selection is then an entry of the old list.
      const [selected] = pick.selectedItems;
      const item = selected !== undefined && pick.items.includes(selected) ? selected : pick.items[0];
      if (item !== undefined) end(() => resolve({ item }));
    });
    pick.onDidHide(() => end(() => reject(new Cancelled())));
    pick.show();
  });
}

export async function askEntry<T extends PickEntry>(
  vscode: VSCode,
  question: Pick<PickQuestion<T>, "title" | "placeholder"> & { readonly entries: readonly T[] },
): Promise<T> {
  const answer = await askPick<T>(vscode, { ...question, offer: () => question.entries });
  if ("button" in answer) throw new Cancelled();
  return answer.item;
}

/** Switches VS Code's own sorting off. `sortByLabel` is missing in its types, and there is no other way. */
function keepOrder(pick: QuickPick<QuickPickItem>): void {
  Object.assign(pick, { sortByLabel: false });
}

/** Sets `alwaysShow` on every match, because VS Code hides entries whose label does not match. */
function matchingEntries<T extends PickEntry>(entries: readonly T[], typed: string): readonly T[] {
  if (typed.trim() === "") return entries;
  const candidates = entries.filter(({ comesLast }) => !comesLast);
  const found = rankByText(candidates, typed, ({ label, description = "", searchTexts = [] }) => ({
    names: [withoutIcon(label), ...searchTexts],
    others: [description],
  })).slice(0, mostShown);
  const others = entries.filter(entry => (entry.alwaysShow || entry.comesLast) && !found.includes(entry));
  return [...found, ...others].map(entry => ({ ...entry, alwaysShow: true }));
}

function withoutIcon(label: string): string {
  return label.replace(/^\$\([\w~-]+\)\s*/, "");
}

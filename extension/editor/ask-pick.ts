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
  /** Gives the entries for the typed text, in any order: those with `comesLast` are shown after the others. */
  readonly offer: (typed: string) => readonly T[];
  readonly onCancel?: (typed: string) => void;
}

/** Both events come together from a window that is behind, and nobody moves to another entry in this time. */
const mostLagMs = 250;

/** The most matches of a typed text to show, because VS Code draws every entry and is slow with a longer list. */
const mostMatches = 300;

/** Gives the chosen entry or the pressed button; rejects with `Cancelled` when the person closes the list. */
export function askPick<T extends PickEntry>(
  vscode: VSCode,
  { title, placeholder, step, buttons = [], offer, onCancel }: PickQuestion<T>,
): Promise<{ readonly item: T } | { readonly button: QuickInputButton }> {
  return new Promise((resolve, reject) => {
    const pick = vscode.window.createQuickPick<T>();
    let isEnded = false;
    const end = (settle: () => void) => {
      isEnded = true;
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
    let replacedAt = Number.NEGATIVE_INFINITY;
    pick.onDidChangeValue(typed => {
      pick.items = matchingEntries(offer(typed), typed);
      replacedAt = performance.now(); // after ranking, which takes longer than the lag in a long list
    });
    pick.onDidTriggerButton(button => end(() => resolve({ button })));
    pick.onDidAccept(() => {
      // Enter can come before VS Code shows the new entries. The selection is then a position in the old list, at which the
      // new one has another entry. So Enter right after a letter takes the first new one.
      const [selected] = pick.selectedItems;
      const isNew = performance.now() - replacedAt < mostLagMs;
      const item =
        !isNew && selected !== undefined && pick.items.includes(selected) ? selected : pick.items[0];
      if (item !== undefined) end(() => resolve({ item }));
    });
    pick.onDidHide(() => {
      // VS Code hides the list after an answer as well.
      if (!isEnded) onCancel?.(pick.value);
      end(() => reject(new Cancelled()));
    });
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

/** Switches off VS Code's own sorting with `sortByLabel`, which VS Code's types lack. */
function keepOrder(pick: QuickPick<QuickPickItem>): void {
  Object.assign(pick, { sortByLabel: false });
}

/** For a typed text, all entries get `alwaysShow`, because VS Code would hide those whose label does not match. */
function matchingEntries<T extends PickEntry>(entries: readonly T[], typed: string): readonly T[] {
  if (typed.trim() === "") return entries;
  const candidates = entries.filter(({ comesLast }) => !comesLast);
  const found = rankByText(candidates, typed, ({ label, description = "", searchTexts = [] }) => ({
    names: [withoutIcon(label), ...searchTexts],
    others: [description],
  })).slice(0, mostMatches);
  const others = entries.filter(entry => (entry.alwaysShow || entry.comesLast) && !found.includes(entry));
  return [...found, ...others].map(entry => ({ ...entry, alwaysShow: true }));
}

function withoutIcon(label: string): string {
  return label.replace(/^\$\([\w~-]+\)\s*/, "");
}

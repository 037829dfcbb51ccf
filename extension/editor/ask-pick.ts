/**
 * Asks for one of a list whose entries follow what is typed: an answer can be one that is not in the list at first. The
 * entry that is meant comes first (`ranking.ts`), so that Enter takes it.
 */

import type { QuickInputButton, QuickPick, QuickPickItem } from "vscode";
import { Cancelled } from "./errors.ts";
import { ranked } from "./ranking.ts";
import { inMessage } from "./text.ts";
import type { VSCode } from "./vscode.ts";

export interface PickEntry extends QuickPickItem {
  /** What it is called beside its label: an id. */
  readonly names?: readonly string[];
  /** It is offered after all others, whatever was typed. */
  readonly comesLast?: boolean;
}

interface PickQuestion<T extends PickEntry> {
  readonly title: string;
  readonly placeholder: string;
  /** Which of several questions this is, counted from 1. */
  readonly step?: { readonly number: number; readonly of: number };
  readonly buttons?: readonly QuickInputButton[];
  /** Those with `alwaysShow` stay where they do not fit what was typed, after those that do. */
  readonly offer: (typed: string) => readonly T[];
}

/** The editor draws them all, and a person who does not find one among these types more. */
const mostShown = 300;

/** The entry that was chosen, or the button that was pressed. */
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
    pick.title = inMessage(title);
    pick.placeholder = inMessage(placeholder);
    pick.step = step?.number;
    pick.totalSteps = step?.of;
    pick.buttons = buttons;
    pick.ignoreFocusOut = true;
    keepOrder(pick);
    pick.items = fitting(offer(""), "");
    pick.onDidChangeValue(typed => {
      pick.items = fitting(offer(typed), typed);
    });
    pick.onDidTriggerButton(button => end(() => resolve({ button })));
    pick.onDidAccept(() => {
      // Enter can come before the editor shows the entries for what was typed last: the selection is then one of before.
      const [selected] = pick.selectedItems;
      const item = selected !== undefined && pick.items.includes(selected) ? selected : pick.items[0];
      if (item !== undefined) end(() => resolve({ item }));
    });
    pick.onDidHide(() => end(() => reject(new Cancelled())));
    pick.show();
  });
}

/** Asks for one of a list that stays as it is. */
export async function askEntry<T extends PickEntry>(
  vscode: VSCode,
  question: Pick<PickQuestion<T>, "title" | "placeholder"> & { readonly entries: readonly T[] },
): Promise<T> {
  const answer = await askPick<T>(vscode, { ...question, offer: () => question.entries });
  if ("button" in answer) throw new Cancelled();
  return answer.item;
}

/** VS Code would put entries first whose labels match, however little they do; there is no other way to prevent it. */
function keepOrder(pick: QuickPick<QuickPickItem>): void {
  Object.assign(pick, { sortByLabel: false });
}

/** All that are given back are shown, as VS Code would hide what it finds no match in. */
function fitting<T extends PickEntry>(entries: readonly T[], typed: string): readonly T[] {
  if (typed.trim() === "") return entries;
  const candidates = entries.filter(({ comesLast }) => !comesLast);
  const found = ranked(candidates, typed, ({ label, description = "", names = [] }) => ({
    names: [withoutIcon(label), ...names],
    others: [description],
  })).slice(0, mostShown);
  const others = entries.filter(entry => (entry.alwaysShow || entry.comesLast) && !found.includes(entry));
  return [...found, ...others].map(entry => ({ ...entry, alwaysShow: true }));
}

function withoutIcon(label: string): string {
  return label.replace(/^\$\([\w~-]+\)\s*/, "");
}

/** Asks for one of a list whose entries follow what is typed: an answer can be one that is not in the list at first. */

import type { QuickInputButton, QuickPickItem } from "vscode";
import { Cancelled } from "./errors.ts";
import { inMessage } from "./text.ts";
import type { VSCode } from "./vscode.ts";

interface PickQuestion<T extends QuickPickItem> {
  readonly title: string;
  readonly placeholder: string;
  /** Which of several questions this is, counted from 1. */
  readonly step?: { readonly number: number; readonly of: number };
  readonly buttons?: readonly QuickInputButton[];
  readonly offer: (typed: string) => readonly T[];
}

/** The entry that was chosen, or the button that was pressed. */
export function askPick<T extends QuickPickItem>(
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
    pick.matchOnDescription = true;
    pick.ignoreFocusOut = true;
    pick.items = offer("");
    pick.onDidChangeValue(typed => {
      pick.items = offer(typed);
    });
    pick.onDidTriggerButton(button => end(() => resolve({ button })));
    pick.onDidAccept(() => {
      const offered = offer(pick.value);
      const [selected] = pick.selectedItems;
      // Enter can come before the editor shows the entries for what was typed last: the selection is then one of
      // before, and the entry for the whole of the typed text is meant.
      const isOffered = offered.some(
        ({ label, description }) => label === selected?.label && description === selected.description,
      );
      const item = isOffered ? selected : offered.find(({ alwaysShow }) => alwaysShow);
      if (item !== undefined) end(() => resolve({ item }));
    });
    pick.onDidHide(() => end(() => reject(new Cancelled())));
    pick.show();
  });
}

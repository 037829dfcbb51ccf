/** Asks the steps of a form one after the other, with a way back and a way out: writing the fields as JSON. */

import type { QuickInputButton, QuickPickItem } from "vscode";
import type { FormField } from "../../shared/catalog/catalog.ts";
import type { JsonObject, JsonValue } from "../../shared/json.ts";
import { t } from "../l10n.ts";
import { Cancelled } from "../problem.ts";
import { inMessage, inPick } from "../text.ts";
import type { VSCode } from "../vscode.ts";
import { type Form, fieldsOf, type Offer, offersFor } from "./form.ts";

export interface Asked {
  readonly fields: JsonObject;
  /** They want to see and complete the fields themselves. */
  readonly asJson: boolean;
}

export async function askForm(
  vscode: VSCode,
  form: Form,
  {
    title,
    remembered,
  }: { readonly title: string; readonly remembered: (field: string) => readonly JsonValue[] },
): Promise<Asked> {
  const answers = new Map<string, JsonValue | undefined>();
  for (let index = 0; index < form.steps.length; ) {
    const step = form.steps[index];
    if (step === undefined) break;
    const answer = await askStep(vscode, step, {
      title: form.from === "default" ? t("{0} (default form)", title) : title,
      placeholder:
        form.from === "default"
          ? t("{0}: a guess; define your own form in callboard.yml or the settings", step.field)
          : step.field,
      index,
      count: form.steps.length,
      remembered: remembered(step.field),
    });
    if (answer === "json") return { fields: fieldsOf(form, answers), asJson: true };
    if (answer === "back") {
      index--;
    } else {
      answers.set(step.field, answer.value);
      index++;
    }
  }
  return { fields: fieldsOf(form, answers), asJson: false };
}

interface Step {
  readonly title: string;
  readonly placeholder: string;
  readonly index: number;
  readonly count: number;
  readonly remembered: readonly JsonValue[];
}

function askStep(
  vscode: VSCode,
  field: FormField,
  { title, placeholder, index, count, remembered }: Step,
): Promise<Offer | "json" | "back"> {
  return new Promise((resolve, reject) => {
    const pick = vscode.window.createQuickPick<QuickPickItem & { offer: Offer }>();
    const asJson: QuickInputButton = {
      iconPath: new vscode.ThemeIcon("json"),
      tooltip: t("Write the fields as JSON"),
    };
    const offer = (typed: string) => {
      pick.items = offersFor(field, remembered, typed).map(each => ({
        label: inPick(each.label),
        ...(each.remark === undefined ? {} : { description: inPick(each.remark) }),
        // What was just typed, and what is not called like it, is to be seen as well.
        alwaysShow: each.label === typed.trim() || each.value === undefined,
        offer: each,
      }));
    };
    const end = (settle: () => void) => {
      settle();
      pick.dispose();
    };
    pick.title = inMessage(title);
    pick.placeholder = inMessage(placeholder);
    pick.step = index + 1;
    pick.totalSteps = count;
    pick.ignoreFocusOut = true;
    pick.buttons = index > 0 ? [vscode.QuickInputButtons.Back, asJson] : [asJson];
    offer("");
    pick.onDidChangeValue(offer);
    pick.onDidTriggerButton(button => end(() => resolve(button === asJson ? "json" : "back")));
    pick.onDidAccept(() => {
      const [chosen] = pick.selectedItems;
      if (chosen !== undefined) end(() => resolve(chosen.offer));
    });
    pick.onDidHide(() => end(() => reject(new Cancelled())));
    pick.show();
  });
}

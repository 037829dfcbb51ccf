import type { QuickPickItem } from "vscode";
import type { FormField } from "../../shared/catalog/catalog.ts";
import type { JsonObject, JsonValue } from "../../shared/json.ts";
import { askPick } from "../editor/ask-pick.ts";
import { t } from "../editor/l10n.ts";
import { escapeForMessage, escapeForPick } from "../editor/text.ts";
import type { VSCode } from "../editor/vscode.ts";
import { fieldsFromAnswers, offersFor, type QuickForm, type StepOffer } from "./form.ts";

interface FormAnswer {
  readonly fields: JsonObject;
  readonly asJson: boolean;
}

export async function askForm(
  vscode: VSCode,
  form: QuickForm,
  {
    title,
    remembered,
    drafted,
    peopleFor,
    canBeJson = true,
    keep,
  }: {
    readonly title: string;
    readonly remembered: (field: string) => readonly JsonValue[];
    /** The text that the person has written for the field of this record, and not sent. */
    readonly drafted?: ((field: string) => string | undefined) | undefined;
    /** The people who can be meant in the field. */
    readonly peopleFor?: (field: string) => readonly string[];
    readonly canBeJson?: boolean;
    /** Gets the texts of a form that the person closes, so that they are offered again. */
    readonly keep?: (texts: JsonObject) => void;
  },
): Promise<FormAnswer> {
  if (form.problem !== undefined) showProblem(vscode, form.problem);
  const answers = new Map<string, JsonValue | undefined>();
  for (let index = 0; index < form.steps.length; ) {
    const step = form.steps[index];
    if (step === undefined) break;
    const answer = await askStep(vscode, step, remembered(step.field), {
      title: form.from === "default" ? t("{0} (default form)", title) : title,
      placeholder:
        form.from === "default"
          ? t("{0}: a guess; define your own form in callboard.yml or the settings", step.field)
          : step.field,
      step: { number: index + 1, of: form.steps.length },
      canBeJson,
      drafted: drafted?.(step.field),
      people: peopleFor?.(step.field) ?? [],
      onCancel: typed => {
        const texts = form.steps.filter(({ type }) => type === "text");
        const written = new Map(answers).set(step.field, typed.trim() || undefined);
        keep?.(fieldsFromAnswers({ ...form, steps: texts }, written));
      },
    });
    if (answer === "json") return { fields: fieldsFromAnswers(form, answers), asJson: true };
    if (answer === "back") {
      index--;
    } else {
      answers.set(step.field, answer.value);
      index++;
    }
  }
  return { fields: fieldsFromAnswers(form, answers), asJson: false };
}

function showProblem({ commands, window }: VSCode, problem: string): void {
  const open = t("Open settings");
  window.showWarningMessage(escapeForMessage(problem), open).then(answer => {
    if (answer === open) commands.executeCommand("workbench.action.openSettings", "callboard.forms");
  });
}

interface StepQuestion {
  readonly title: string;
  readonly placeholder: string;
  readonly step: { readonly number: number; readonly of: number };
  readonly canBeJson: boolean;
  readonly drafted: string | undefined;
  readonly people: readonly string[];
  readonly onCancel: (typed: string) => void;
}

async function askStep(
  vscode: VSCode,
  field: FormField,
  remembered: readonly JsonValue[],
  { canBeJson, drafted, people, ...question }: StepQuestion,
): Promise<StepOffer | "json" | "back"> {
  const asJson = { iconPath: new vscode.ThemeIcon("json"), tooltip: t("Write the fields as JSON") };
  const answer = await askPick<OfferItem>(vscode, {
    ...question,
    buttons: [
      ...(question.step.number > 1 ? [vscode.QuickInputButtons.Back] : []),
      ...(canBeJson ? [asJson] : []),
    ],
    offer: typed => offersFor(field, remembered, typed, drafted, people).map(itemFor),
  });
  if ("item" in answer) return answer.item.offer;
  return answer.button === asJson ? "json" : "back";
}

interface OfferItem extends QuickPickItem {
  readonly offer: StepOffer;
}

function itemFor(offer: StepOffer): OfferItem {
  return {
    label: escapeForPick(offer.label),
    ...(offer.remark === undefined ? {} : { description: escapeForPick(offer.remark) }),
    // Keeps "Leave out" and the typed value, because `askPick` drops entries that don't match.
    alwaysShow: offer.isTyped || offer.value === undefined,
    offer,
  };
}

import type { Catalog, FormField } from "../../shared/catalog/catalog.ts";
import type { JsonObject, JsonValue } from "../../shared/json.ts";
import { isNumberPreserved } from "../../shared/json-loss.ts";
import { allowedValuesIn, findAssigneeField } from "../../shared/reading/form-fields.ts";
import { type OperationName, type OperationRole, operation } from "../../shared/service/operations.ts";
import { t } from "../editor/l10n.ts";
import { parseForms } from "../services/settings.ts";

export interface QuickForm {
  readonly steps: readonly FormField[];
  /** The source of the form. The person is told that a default form is a guess. */
  readonly from: "catalog" | "settings" | "default";
  /** A mistake in the form of the settings. */
  readonly problem?: string;
}

/** Default forms. They are guesses because the service documents no field. */
const guesses: { readonly [R in OperationRole]?: readonly FormField[] } = {
  decide: [
    { field: "verdict", type: "choice", choices: ["pass", "fail"], optional: false },
    { field: "comment", type: "text", optional: true },
  ],
  reassign: [{ field: "assignee", type: "text", optional: false }],
};

/** The operation's form from a catalog, else from the settings, else the default form. Undefined if it has none. */
export function formFor(
  name: OperationName,
  catalogs: readonly Pick<Catalog, "forms">[],
  settings: unknown,
): QuickForm | undefined {
  for (const { forms } of catalogs) {
    const steps = forms.get(name);
    if (steps !== undefined && steps.length > 0) return { steps, from: "catalog" };
  }
  const { forms, problems } = parseForms(settings);
  const steps = forms.get(name) ?? [];
  const found = problems.find(problem => problem.form === undefined || problem.form === name);
  const problem = found && { problem: found.text };
  if (steps.length > 0) return { steps, from: "settings", ...problem };
  const guess = guesses[operation(name).role];
  return guess && { steps: guess, from: "default", ...problem };
}

/**
 * Puts into a default form what the records show: their name of the assignee's field, and the choices that all `own` records
 * allow. `own` are the records that the request is about, and `similar` those of their kind.
 */
export function fitForm(
  form: QuickForm,
  role: OperationRole,
  own: readonly JsonObject[],
  similar: readonly JsonObject[],
): QuickForm {
  const fit = (step: FormField): FormField => {
    if (role === "reassign") {
      return { ...step, field: findAssigneeField(own) ?? findAssigneeField(similar) ?? step.field };
    }
    const [choices = [], ...others] = own.map(record => allowedValuesIn(record, step.field));
    const areShared = others.every(each => JSON.stringify(each) === JSON.stringify(choices));
    return step.type === "choice" && choices.length > 0 && areShared ? { ...step, choices } : step;
  };
  return { ...form, steps: form.steps.map(fit) };
}

interface WithChoices extends Pick<FormField, "choices"> {
  readonly type: string;
}

export interface StepOffer {
  /** Undefined leaves the field out. */
  readonly value: JsonValue | undefined;
  readonly label: string;
  readonly remark?: string;
  /** The typed text means this value, even if it is written in another way, as `1e3` for 1000. */
  readonly isTyped?: boolean;
}

/**
 * The offers of a step: the typed value, "Leave out" if optional, the form's choices, earlier answers, then the `people`
 * to whom reviews are assigned. Enter takes the first offer, so an earlier answer comes first only where a text or a number
 * is required: it was about another record. A drafted text is about this record, and comes first until something is typed.
 */
export function offersFor(
  step: FormField,
  remembered: readonly JsonValue[],
  typed: string,
  drafted = "",
  people: readonly string[] = [],
): StepOffer[] {
  const choices = choicesOf(step);
  const earlier = remembered.filter(value => mayAnswer(step, value));
  const text = typed.trim() || drafted.trim();
  const entered = text === "" ? undefined : valueFor(step, text);
  const offer = (value: JsonValue): StepOffer => ({
    value,
    label: valueLabel(value),
    ...(isDrafted(value)
      ? { remark: t("written before, and not sent") }
      : earlier.includes(value) && { remark: t("answered before") }),
    ...(value === entered && { isTyped: true }),
  });
  const isDrafted = (value: JsonValue) => value === entered && typed.trim() === "";
  const others = earlier.filter(value => !choices.includes(value) && !isDrafted(value));
  const seen = people.filter(person => person !== entered && mayAnswer(step, person));
  return [
    ...(entered === undefined || others.includes(entered) ? [] : [offer(entered)]),
    ...(step.optional
      ? [{ value: undefined, label: t("Leave out"), remark: t("{0} is not sent", step.field) }]
      : []),
    ...choices.map(offer),
    ...others.map(offer),
    ...seen
      .filter(person => !choices.includes(person) && !others.includes(person))
      .map(person => ({ value: person, label: person, remark: t("has reviews") })),
  ];
}

export function choicesOf({ type, choices = [] }: WithChoices): readonly JsonValue[] {
  if (type === "choice") return choices;
  return type === "boolean" ? [true, false] : [];
}

function valueFor(step: FormField, typed: string): JsonValue | undefined {
  if (step.type === "text") return typed;
  if (step.type === "number") return parseNumber(typed);
  return undefined;
}

/** Undefined for a text that is not a number, or whose digits a number can't keep. */
export function parseNumber(text: string): number | undefined {
  const value = Number(text);
  return isNumberPreserved(text.trim(), value) ? value : undefined;
}

function mayAnswer(step: FormField, value: JsonValue): boolean {
  if (step.type === "text") return typeof value === "string";
  if (step.type === "number") return typeof value === "number";
  return choicesOf(step).some(choice => choice === value);
}

export function valueLabel(value: JsonValue): string {
  if (value === true) return t("Yes");
  if (value === false) return t("No");
  return String(value);
}

/** The fields of a request with their values as a person answered them. */
export function sentRows(fields: JsonObject): (readonly [field: string, value: string])[] {
  return Object.entries(fields).map(([field, value]) => [
    field,
    value !== null && typeof value === "object" ? JSON.stringify(value) : valueLabel(value),
  ]);
}

export function fieldsFromAnswers(
  form: QuickForm,
  answers: ReadonlyMap<string, JsonValue | undefined>,
): JsonObject {
  const fields: JsonObject = {};
  for (const { field } of form.steps) {
    const value = answers.get(field);
    if (value !== undefined) fields[field] = value;
  }
  return fields;
}

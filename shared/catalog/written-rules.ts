/** Finds the rules for reading that are written in `callboard.yml`, and in the steps of a workflow that use the Action. */

import { isMap, isScalar, isSeq, type Node, Scalar, type YAMLMap } from "yaml";
import { isJsonObject } from "../json.ts";
import type { Location, ReadingRules } from "./catalog.ts";
import { type CatalogDocument, keyText, parseCatalog, spanOf } from "./document.ts";
import { readRules } from "./read.ts";
import { locateInRule } from "./rule-location.ts";
import { YamlReader } from "./yaml-reader.ts";

const ruleNames = ["cases", "pass-when", "running", "words"] as const;
export type RuleName = (typeof ruleNames)[number];

/** The rules of one catalog or of one step. */
export interface WrittenRules {
  readonly rules: ReadingRules;
  /** The path of a step's catalog in the repository, if the step names one. */
  readonly catalog?: string | undefined;
  readonly places: readonly RulePlace[];
}

export interface RulePlace {
  readonly name: RuleName;
  /** The offset of the rule's name. */
  readonly start: number;
  /** `at` counts the expression's characters from 0. */
  locate(at?: number): Location;
  /** The part of the expression before an offset of the file; undefined if the offset is not inside the expression. */
  sourceBefore(offset: number): string | undefined;
}

export function findWrittenRules(text: string, file: string, kind: keyof typeof namesIn): WrittenRules[] {
  const document = parseCatalog(text, file);
  const maps =
    kind === "catalog" ? [valueIn(document.root, "report")] : actionSteps(document.root).map(inputsOf);
  return maps.filter(isMap).map(map => ({
    rules: kind === "catalog" ? rulesOf(document, map) : inputRules(map),
    ...(kind === "workflow" && { catalog: textOfInput(map, "catalog") }),
    places: placesIn(document, map, kind),
  }));
}

function rulesOf(document: CatalogDocument, report: YAMLMap): ReadingRules {
  const content = new YamlReader(document).json(report, []);
  return isJsonObject(content) ? readRules(content) : {};
}

/** To the Action every input is a text, and an empty one is absent. */
function textOfInput(inputs: YAMLMap, name: "cases" | "pass-when" | "catalog"): string | undefined {
  const value = valueIn(inputs, name);
  if (!isScalar(value) || value.value === null) return undefined;
  return (typeof value.value === "string" ? value.value : value.source) || undefined;
}

function inputRules(inputs: YAMLMap): ReadingRules {
  const [cases, passWhen] = [textOfInput(inputs, "cases"), textOfInput(inputs, "pass-when")];
  return { ...(cases !== undefined && { cases }), ...(passWhen !== undefined && { passWhen }) };
}

function actionSteps(root: Node | null): Node[] {
  const jobs = valueIn(root, "jobs");
  if (!isMap<unknown, Node>(jobs)) return [];
  return jobs.items.flatMap(({ value: job }) => {
    const steps = valueIn(job, "steps");
    return isSeq<Node>(steps) ? steps.items.filter(usesAction) : [];
  });
}

/** The Action's repository can be a copy with another owner. At the root of a repository, `./` is the Action itself. */
function usesAction(step: Node): boolean {
  const uses = valueIn(step, "uses");
  return (
    isScalar(uses) && /^(?:[\w.-]+\/callboard@|\.\/?$|\.\/(?:.*\/)?callboard\/?$)/i.test(String(uses.value))
  );
}

function inputsOf(step: Node): Node | undefined {
  return valueIn(step, "with");
}

function valueIn(map: Node | null | undefined, name: string): Node | undefined {
  if (!isMap<Node, Node | null>(map)) return undefined;
  return map.items.find(({ key }) => keyText(key) === name)?.value ?? undefined;
}

const namesIn = { catalog: ruleNames, workflow: ["cases", "pass-when"] } as const;

function placesIn(document: CatalogDocument, map: YAMLMap, kind: keyof typeof namesIn): RulePlace[] {
  return map.items.flatMap(({ key, value }): RulePlace[] => {
    const name = namesIn[kind].find(known => known === keyText(key));
    if (name === undefined || !isScalar(key)) return [];
    const [start, end] = spanOf(key);
    const isText = isScalar(value) && typeof value.value === "string";
    // The catalog's check refuses a rule that is not text.
    if (kind === "catalog" && name !== "words" && !isText && !(isScalar(value) && value.value === null))
      return [];
    return [
      {
        name,
        start,
        locate: at =>
          isText
            ? locateInRule(document, value as Scalar<string>, at)
            : document.positions.locate([start, end]),
        sourceBefore(offset) {
          if (name === "words") return undefined;
          if (isText) return sourceBefore(document.text, value as Scalar<string>, offset);
          // Behind the colon nothing is written yet.
          return offset > end && /^:\s*$/.test(document.text.slice(end, offset)) ? "" : undefined;
        },
      },
    ];
  });
}

function sourceBefore(text: string, node: Scalar<string>, offset: number): string | undefined {
  const [start, end] = spanOf(node);
  if (offset < start || /\S/.test(text.slice(end, offset))) return undefined;
  const raw = text.slice(start, offset);
  const isQuoted = node.type === Scalar.QUOTE_SINGLE || node.type === Scalar.QUOTE_DOUBLE;
  if (isQuoted) {
    if (
      offset === start ||
      (offset >= end && raw.trimEnd().length > 1 && raw.trimEnd().endsWith(raw[0] ?? ""))
    )
      return undefined;
    const inner = raw.slice(1);
    return node.type === Scalar.QUOTE_SINGLE
      ? inner.replaceAll("''", "'")
      : inner.replace(/\\(["\\/])/g, "$1");
  }
  if (node.type !== Scalar.BLOCK_LITERAL && node.type !== Scalar.BLOCK_FOLDED)
    return text.slice(end, offset).includes("\n") ? undefined : raw;
  const isBehind = offset > end || (offset === end && raw.endsWith("\n"));
  return raw.includes("\n") && !isBehind ? raw.slice(raw.indexOf("\n") + 1) : undefined;
}

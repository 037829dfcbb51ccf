import { describe, expect, test } from "vitest";
import type { ReadingRules } from "../../../shared/catalog/catalog.ts";
import type { JsonObject } from "../../../shared/json.ts";
import { evaluateExpression } from "../../../shared/reading/expressions/evaluate.ts";
import { createRuleReader } from "../../../shared/reading/rules.ts";
import { channel, failed, passed, run, soon } from "./run-one-target.ts";

const linkTo = (raw: string) => `https://teach.example/${raw}`;

async function runWith(words: ReadingRules["words"], start: JsonObject, report: JsonObject = passed) {
  const read = createRuleReader({ words }, evaluateExpression);
  return (await run({ ...channel, read }, start, [report], { linkTo })).target;
}

describe("a start in a language that Callboard doesn't know", () => {
  test.each<[JsonObject, string, ReadingRules["words"]]>([
    [
      { lauf_id: "run_1", zustand: "gestartet" },
      "say what `gestartet` means, with `report.words`",
      { gestartet: "running" },
    ],
    [
      { zustand: "gestartet", lauf_id: "run_1" },
      "say what `gestartet` means, with `report.words`",
      { gestartet: "running" },
    ],
    [{ status: "gestartet" }, "say what `gestartet` means, with `report.words`", { gestartet: "running" }],
    [{ daten: "en cours" }, "say what `en cours` means, with `report.words`", { "en cours": "running" }],
    [{ gestartet: true }, "say what `gestartet` means, with `report.words`", { gestartet: "running" }],
    [{ lauf_id: "run_1" }, "add `words: { lauf_id: skipped }` to `report`", { lauf_id: "skipped" }],
    [{ modus: "asynchron" }, "say what `asynchron` means", { asynchron: "skipped" }],
  ])("leaves the channel unknown, says what to teach, and passes then: %j", async (start, advice, words) => {
    const { target } = await run(channel, start, [passed], { linkTo });
    expect(target).toMatchObject({ verdict: "unknown", teachLink: linkTo("raw/c-run") });
    expect(target?.evidence).toContain(advice);
    expect(await runWith(words, start)).toMatchObject({ verdict: "passed" });
    expect(await runWith(words, start, failed)).toMatchObject({ verdict: "failed" });
  });

  test.each<[JsonObject, ReadingRules["words"]]>([
    [{ zustand: "abgelehnt" }, { abgelehnt: "failed" }],
    [{ id: "run_1", zustand: "abgelehnt" }, { abgelehnt: "failed" }],
    [{ gestartet: false }, { gestartet: "running" }],
    [{ lauf_id: "run_1", zustand: "gestartet", meldung: "besetzt" }, { zustand: "skipped" }],
    [{ message: "Channel is disabled", modus: "asynchron" }, { asynchron: "skipped" }],
  ])("does not pass if it says otherwise: %j", async (start, words) => {
    expect(await runWith(words, start)).toMatchObject({ verdict: "unknown" });
  });

  test.each<[JsonObject]>([
    [{ message: "Channel is disabled" }],
    [{ id: "c", name: "Voice" }],
    [{ matched: 0 }],
  ])("but nothing is advised about words that are known, or that say why: %j", async start => {
    const { target } = await run(channel, start, [passed], { linkTo });
    expect(target?.evidence).not.toContain("words");
    expect(target).not.toHaveProperty("teachLink");
  });

  test("and nothing if the report shows its own run", async () => {
    const { target } = await run(channel, { lauf_id: "run_1" }, [{ ...passed, finishedAt: soon() }], {
      linkTo,
    });
    expect(target).toMatchObject({ verdict: "passed" });
  });
});

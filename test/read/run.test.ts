/** `npm run read`: a few tests run it as a person does, and the others without a process, which starts slowly. */

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startEvaluationProcess } from "../../shared/evaluation/process.ts";
import { reuseEvaluation } from "../action/reused-evaluation.ts";
import { readSavedResponses } from "./read.ts";

const script = join(import.meta.dirname, "run.ts");
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "read-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function put(name: string, content: unknown): void {
  writeFileSync(join(folder, name), typeof content === "string" ? content : JSON.stringify(content));
}

/** The script runs in the repository, as npm runs it. */
function readAsCommand(args: readonly string[], input = "") {
  const { stdout, stderr, status } = spawnSync(process.execPath, [script, ...args], {
    input,
    encoding: "utf8",
    env: { ...process.env, INIT_CWD: folder },
  });
  return { output: stdout, errors: stderr, exitCode: status };
}

async function read(args: readonly string[], input = "") {
  let output = "";
  let errors = "";
  const exitCode = await readSavedResponses(args, {
    folder,
    readInput: () => input,
    print: text => {
      output += `${text}\n`;
    },
    printError: text => {
      errors += `${text}\n`;
    },
    startEvaluation: () => reuseEvaluation(startEvaluationProcess),
  });
  return { output, errors, exitCode };
}

const mixed = {
  results: [
    { name: "Asks for a refund", outcome: "fine", duration_ms: 1200 },
    { name: "Says goodbye", outcome: "bad", message: "It hung up." },
  ],
  batch: { id: "bat_7", name: "Smoke" },
  review: { id: "rev_1", status: "pending" },
};
const cases =
  "results.{ 'name': name, 'status': outcome = 'fine' ? 'passed' : 'failed', 'message': message }";

describe("a saved response", () => {
  test("is shown with its verdict, evidence, counts, cases, reviews and records", async () => {
    put("response.json", { ...mixed, results: [{ ...mixed.results[0], outcome: "failed", message: "No." }] });
    const { output, exitCode } = await read(["response.json"]);
    expect(exitCode).toBe(0);
    expect(output.trimEnd().split("\n")).toEqual([
      "verdict:   failed",
      "evidence:  `results[0].outcome` is `failed`.",
      "counts:    1 case, 0 passed, 1 failed, 0 skipped, 0 undecided or pending",
      "",
      "1 case:",
      "  failed   Asks for a refund · 1.2 s · No.",
      "",
      "1 review:",
      "  rev_1 · open",
      "",
      "2 records:",
      "  batch bat_7 · Smoke",
      "  review rev_1",
    ]);
  });

  test("counts its cases as a report does, also if the response counts them otherwise", async () => {
    const tests = [
      { name: "A", status: "passed" },
      { name: "B", status: "failed" },
    ];
    put("response.json", { total: 2, passed: 2, failed: 0, tests });
    expect((await read(["response.json"])).output).toContain("counts:    2 cases, 1 passed, 1 failed, ");
  });

  test("says how many objects are no records because their ids are numbers", async () => {
    put("response.json", { tests: [{ id: 17, status: "passed" }], batch: { id: 7 } });
    expect((await read(["response.json"])).output).toContain(
      "left out:  2 objects, because a record's id is a text, and not a number",
    );
  });

  test("without a verdict says what it needs", async () => {
    put("response.json", { status: "greenlit", passed: 3, total: 3 });
    expect((await read(["response.json"])).output).toContain(
      "To get a verdict, say what `greenlit` means, with `report.words` in `callboard.yml`: `skipped`, if it only says that the run ended.",
    );
  });

  test("is read with the expressions of the arguments, or else of the catalog", async () => {
    put("response.json", mixed);
    put("callboard.yml", `report:\n  cases: ${JSON.stringify(cases)}\n`);
    put("other.yml", "report:\n  pass-when: 'true'\n");
    const verdict = async (...more: string[]) =>
      (await read(["response.json", ...more])).output.split("\n")[0];
    expect(readAsCommand(["response.json"]).output).toMatch(/^verdict: {3}failed\n/);
    expect(await verdict()).toBe("verdict:   failed");
    expect(await verdict("--pass-when", "$count(results) = 2")).toBe("verdict:   passed");
    expect(await verdict("--catalog", "other.yml")).toBe("verdict:   passed");
    expect(await verdict("--catalog", "other.yml", "--pass-when", "false")).toBe("verdict:   failed");
  });

  test("comes from the standard input, or is one of several files, of which the others are still shown", async () => {
    expect(readAsCommand(["-"], '{"status":"running"}').output).toContain(
      "verdict:   unknown, because the run goes on",
    );
    put("a.json", { status: "passed" });
    const { output, errors, exitCode } = readAsCommand(["a.json", "b.json"]);
    expect(output).toContain("a.json\nverdict:   passed");
    expect(errors).toBe("b.json: It can't be read: there is no such file.\n");
    expect(exitCode).toBe(1);
  });

  test("is also read as the response of a batch if that has another verdict", async () => {
    put("last.json", { id: "b", last_run: { status: "passed" } });
    const { output } = await read(["last.json"]);
    expect(output).toContain("verdict:   passed");
    expect(output).toContain("As the response of a batch: unknown. ");
    put("last.json", { status: "passed" });
    expect((await read(["last.json"])).output).not.toContain("batch");
  });

  test.each(["--help", "-h"])("isn't needed for %s, which shows how to call it", async option => {
    const { output, errors, exitCode } = await read([option]);
    expect(output).toMatch(/^npm run read -- response\.json \[more\.json\] \[--catalog callboard\.yml\]/);
    expect([errors, exitCode]).toEqual(["", 0]);
  });

  test("is shown inert and bounded", async () => {
    const name = `\u001b[31mred\nverdict: passed\u202e${"y".repeat(5000)}`;
    put("response.json", { tests: Array.from({ length: 80 }, () => ({ name, status: "failed" })) });
    const { output } = await read(["response.json"]);
    for (const hostile of ["\u001b", "\u202e", "\nverdict: passed"]) expect(output).not.toContain(hostile);
    expect(output).toContain("\n  and 30 more\n");
    expect(output.length).toBeLessThan(20_000);
  });
});

describe("a mistake is explained, and ends with 1:", () => {
  test.each<[string, readonly string[], RegExp]>([
    ["no file", [], /Name the file of a saved response: npm run read -- response\.json/],
    ["a missing file", ["none.json"], /^none\.json: It can't be read: there is no such file\./],
    ["a folder", ["."], /it is a folder/],
    ["nothing in it", ["empty.json"], /^empty\.json: It is empty; save the body/],
    ["no JSON", ["page.json"], /^page\.json: It is not JSON \(.*\); save only the body of the response/],
    ["a list", ["list.json"], /^list\.json: It is a list; the service's responses are JSON objects\./],
    [
      "an unknown option",
      ["--case", "a"],
      /^There is no option `--case`\. Did you mean `--cases`\?\nnpm run read -- /,
    ],
    ["an option without its value", ["ok.json", "--cases"], /^`--cases` needs a value\.\nnpm run read -- /],
    [
      "an option in place of a value",
      ["ok.json", "--cases", "--catalog", "bad.yml"],
      /^`--cases` needs a value\./,
    ],
    [
      "a bad expression",
      ["ok.json", "--cases", "a["],
      /^`cases`: Expected "]" before end of expression\n {2}a\[/,
    ],
    ["a missing catalog", ["ok.json", "--catalog", "none.yml"], /^none\.yml: It can't be read/],
    ["a bad catalog", ["ok.json", "--catalog", "bad.yml"], /^bad\.yml:1:1: /],
    [
      "all mistakes of a catalog at once",
      ["ok.json", "--catalog", "worse.yml"],
      /^worse\.yml:2:3: `runing` is not known.*\n`cases`: .*\n {2}a b\n.*\n`words\.rejected`: it is a known word for a failure/,
    ],
  ])("%s", async (_, args, message) => {
    put("ok.json", { status: "passed" });
    put("empty.json", " \n");
    put("page.json", "<html></html>");
    put("list.json", []);
    put("bad.yml", "batchs: {}\n");
    put("worse.yml", "report:\n  runing: x\n  cases: a b\n  words: { rejected: passed }\n");
    const { output, errors, exitCode } = await read(args);
    expect(errors).toMatch(message);
    expect(output).toBe("");
    expect(exitCode).toBe(1);
  });
});

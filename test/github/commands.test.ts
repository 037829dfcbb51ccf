import { describe, expect, test } from "vitest";
import { readLog } from "./commands.ts";
import { readPairs, readSummary } from "./files.ts";
import { evaluateExpressions } from "./inputs.ts";

function read(...lines: string[]) {
  const log = readLog();
  for (const line of lines) log.read(line);
  return log;
}

describe("a workflow command", () => {
  test.each([
    ["::error::Not paid", "error", {}, "Not paid"],
    ["  \t::error::Not paid", "error", {}, "Not paid"],
    ["::ERROR::Not paid", "error", {}, "Not paid"],
    [
      "::error file=a.ts,line=3,title=Two%3A three%2C four::x",
      "error",
      { file: "a.ts", line: "3", title: "Two: three, four" },
      "x",
    ],
    ["::error::One%0Atwo%0D%25, %3A stays", "error", {}, "One\ntwo\r%, %3A stays"],
    ["::error::%250A is text", "error", {}, "%0A is text"],
    ["::error title=::x", "error", {}, "x"],
    ["::group::Batch: smoke", "group", {}, "Batch: smoke"],
    ["##[error]Not paid", "error", {}, "Not paid"],
    [
      "Paid late ##[error file=a.ts;line=3]Not%5D paid%3B",
      "error",
      { file: "a.ts", line: "3" },
      "Not] paid;",
    ],
  ])("%j is read as the runner reads it", (line, name, properties, data) => {
    expect(read(line).commands).toEqual([{ name, properties, data }]);
  });

  test.each([
    "Paid late ::error::Not paid",
    "::error:Not paid",
    "::scream::Not paid",
    "::error",
    "##[error Not paid",
    "##[scream]Not paid",
    "\uFEFF::error::Not paid",
  ])("%j is not a command", line => {
    const { commands, lines } = read(line);
    expect(commands).toEqual([]);
    expect(lines).toEqual([line]);
  });

  test("leads to annotations, groups and masks, and to a log without masked values", () => {
    const log = read(
      "::add-mask::s3cret",
      "::group::Batch: smoke",
      "Sent s3cret",
      "::endgroup::",
      "::warning file=a.ts::Slow",
    );
    expect(log.masks).toEqual(["s3cret"]);
    expect(log.groups).toEqual(["Batch: smoke"]);
    expect(log.annotations).toEqual([{ level: "warning", message: "Slow", properties: { file: "a.ts" } }]);
    expect(log.lines).toEqual(["##[group]Batch: smoke", "Sent ***", "##[endgroup]", "##[warning]Slow"]);
  });

  test("is plain text between stop-commands and its token", () => {
    const log = read(
      "::stop-commands::a1b2c3",
      "::error::hostile",
      "x ##[add-mask]hostile",
      "::stop-commands::hostile",
      "::hostile::",
      "::a1b2c3::",
      "::error::ours",
    );
    expect(log.commands.map(({ name, data }) => [name, data])).toEqual([
      ["stop-commands", "a1b2c3"],
      ["error", "ours"],
    ]);
    expect(log.lines).toContain("::error::hostile");
    expect(log.masks).toEqual([]);
  });

  test("leads to a complaint if the runner would not carry it out", () => {
    expect(read("::set-env name=PATH::x", "::add-mask::  ", "::stop-commands::error").complaints).toEqual([
      "The `set-env` command is disabled.",
      "Can't add secret mask for empty string in ##[add-mask] command.",
      "Invalid stop token 'error'",
    ]);
  });
});

describe("a file of pairs", () => {
  test("contains names, values and multi-line values", () => {
    expect(
      readPairs(
        "verdict=passed\n\nresponse<<END\n{\n  a=1 <<b\n}\nEND\nempty<<END\nEND\nurl=http://h/?a=b<<c",
      ),
    ).toEqual({ verdict: "passed", response: "{\n  a=1 <<b\n}", empty: "", url: "http://h/?a=b<<c" });
  });

  test("keeps a carriage return, as the runner does on Linux", () => {
    expect(readPairs("a<<END\none\r\ntwo\nEND\n")).toEqual({ a: "one\r\ntwo" });
  });

  test.each([
    ["verdict", "Invalid format 'verdict'"],
    ["=passed", "Name must not be empty"],
    ["response<<", "delimiter must not be empty"],
    ["response<<END\ntext\nEND \n", "Matching delimiter not found 'END'"],
  ])("%j fails the step", (text, message) => {
    expect(() => readPairs(text)).toThrow(message);
  });
});

test("a summary over 1 MiB is dropped", () => {
  const complaints: string[] = [];
  expect(readSummary("x".repeat(1024 * 1024), complaints)).toHaveLength(1024 * 1024);
  expect(complaints).toEqual([]);
  expect(readSummary("x".repeat(1024 * 1024 + 1), complaints)).toBe("");
  expect(complaints).toEqual([expect.stringContaining("upload aborted")]);
});

test("expressions read a context's values, and a missing value is empty", () => {
  const contexts = { github: { token: "ghs_1" }, job: { check_run_id: 7 }, strategy: { "job-index": 0 } };
  expect(evaluateExpressions(`\${{ github.token }}`, contexts)).toBe("ghs_1");
  expect(evaluateExpressions(`\${{job.check_run_id}}-\${{ strategy.job-index }}`, contexts)).toBe("7-0");
  expect(evaluateExpressions(`\${{ github.event.pull_request.number }}`, contexts)).toBe("");
  expect(() => evaluateExpressions(`\${{ toJSON(github) }}`, contexts)).toThrow(
    /more than this runner evaluates/,
  );
  expect(() => evaluateExpressions(`\${{ secrets.key }}`, contexts)).toThrow(
    /more than this runner evaluates/,
  );
});

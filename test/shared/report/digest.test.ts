import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CountedCase } from "../../../shared/report/counted-cases.ts";
import {
  type CaseDigest,
  digestCodec,
  isOfPullRequest,
  parseDigest,
  writeDigest,
} from "../../../shared/report/digest.ts";
import { expectRoundTrip } from "../../support/codec.ts";
import { digestOfVersion1 } from "./support.ts";

const suite = ["batch: smoke", "Refunds"];

function counted(
  name: string,
  passes: number,
  failures: number,
  more: Partial<CountedCase> = {},
): CountedCase {
  return { suite, name, passes, failures, ...more };
}

function readBack(cases: readonly CountedCase[]): CaseDigest {
  const found = parseDigest(writeDigest(cases, "push") ?? "");
  if (found === undefined) throw new Error("The cases have no digest.");
  return found;
}

const countsIn = (digest: CaseDigest) =>
  [...digest.cases.values()].map(({ passes, failures }) => `${passes}-${failures}`);

describe("a digest of several runs", () => {
  it("contains the event, and how often each case and each target's run passed and failed", () => {
    const read = readBack([counted("a", 4, 1), counted("b", 1, 0), counted("", 2, 3), counted("c", 0, 0)]);
    expect(read).toMatchObject({ event: "push", keys: "identity", isWhole: true });
    expect(countsIn(read).sort()).toEqual(["0-0", "1-0", "4-1"]);
    expect([...read.runs.values()]).toEqual([{ passes: 2, failures: 3 }]);
  });

  it("of 7,000 cases with many different counts stays under 60 KB", () => {
    const cases = Array.from({ length: 7000 }, (_, index) =>
      counted(`case ${index}`, index % 21, (index * 7) % (21 - (index % 21))),
    );
    const text = writeDigest(cases, "workflow_dispatch") ?? "";
    expect(text.length).toBeLessThanOrEqual(60_000);
    expect(parseDigest(text)?.cases.size).toBe(7000);
    expect(parseDigest(text)?.isWhole).toBe(true);
  });

  it("without room leaves out the ids, then everything that never failed, and says so", () => {
    const namesakes = Array.from({ length: 5000 }, (_, index) => counted("Refund", 1, 0, { id: `${index}` }));
    const withoutIds = readBack(namesakes);
    expect(withoutIds.ids.size).toBe(0);
    expect(withoutIds.cases.size).toBe(5000);
    expect(withoutIds.isWhole).toBe(true);
    const many = Array.from({ length: 9000 }, (_, index) => counted(`${index}`, 3, index % 9 === 0 ? 1 : 0));
    expect(readBack(many).isWhole).toBe(false);
    expect(readBack(many).cases.size).toBe(1000);
    expect(
      writeDigest(
        many.map(each => ({ ...each, failures: 1 })),
        "push",
      ),
    ).toBeUndefined();
  });

  it("holds a case for each persona and scenario, and numbers the others failed first", () => {
    const of = (persona: string) => counted("Refund", 1, 0, { persona });
    expect(readBack([of("hurried"), of("patient"), of("hurried")]).cases.size).toBe(3);
    const [first, second] = [counted("Refund", 0, 1), counted("Refund", 1, 0)];
    expect(writeDigest([first, second], "push")).toBe(writeDigest([second, first], "push"));
  });

  it("contains ids only of namesakes", () => {
    const read = readBack([
      counted("a", 1, 0, { id: "1" }),
      counted("b", 1, 0, { id: "1" }),
      counted("b", 1, 0, { id: "2" }),
    ]);
    expect(read.ids.size).toBe(2);
  });

  it("stays as it is in any text, and is read back as written", () => {
    expect(writeDigest([counted("a", 4, 1)], "push")).toMatch(
      /^2\.push\.whole\.cases\.41[\w-]{8}\.runs\.ids$/,
    );
    expectRoundTrip(digestCodec);
  });

  it("of version 1 is one run for each case", () => {
    const read = parseDigest(digestOfVersion1({ a: "failed", b: "passed" }));
    expect(read).toMatchObject({ keys: "name", isWhole: true });
    expect(read && countsIn(read).sort()).toEqual(["0-1", "1-0"]);
    expect(parseDigest("1.abcdefgh.-")?.isWhole).toBe(false);
  });

  it("is not made of any other text", () => {
    for (const text of [
      "",
      "3.push.whole.cases.runs.ids",
      "2.push.whole.cases.11abc.runs.ids",
      "2..whole.cases",
    ])
      expect(parseDigest(text)).toBeUndefined();
    expect(parseDigest(`2.push.whole.cases.11${"abcdefgh".repeat(1_000_000)}.runs.ids`)).toBeUndefined();
    fc.assert(fc.property(fc.string({ unit: "binary" }), text => void parseDigest(text)));
  });

  it("of a pull request's own run is known as such", () => {
    const of = (event: string) => isOfPullRequest(parseDigest(writeDigest([], event) ?? "") as CaseDigest);
    expect(["push", "schedule", "merge_group"].map(of)).toEqual([false, false, false]);
    expect(["pull_request", "pull_request_target"].map(of)).toEqual([true, true]);
  });
});

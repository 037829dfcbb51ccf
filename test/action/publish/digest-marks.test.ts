import { describe, expect, test } from "vitest";
import { digestsIn, replaceDigestMark } from "../../../action/publish/check/digest-marks.ts";

const run = (id: number, attempt = 1) => ({ id, attempt });

describe("the digest marks of a check run's text", () => {
  test("are one for each step, from its newest run", () => {
    let text = replaceDigestMark("", { key: "smoke", run: run(1), digest: "1.AAAAAAAA.-" });
    text = replaceDigestMark(text, { key: "voice --> a", run: run(1), digest: "1.BBBBBBBB.-" });
    text = replaceDigestMark(text, { key: "smoke", run: run(2), digest: "1.CCCCCCCC.-" });

    expect(text.split("\n")).toEqual([
      "<!-- callboard:base key=smoke run=2.1 1.CCCCCCCC.- -->",
      "<!-- callboard:base key=voice%20--%3E%20a run=1.1 1.BBBBBBBB.- -->",
    ]);
    expect(digestsIn([text], "voice --> a")).toEqual(["1.BBBBBBBB.-"]);
    expect(digestsIn([text], "other")).toEqual([]);
  });

  test("of several check runs are read with the newest workflow run's first", () => {
    const texts = [run(2, 1), run(10, 1), run(2, 3)].map(run =>
      replaceDigestMark("", { key: "smoke", run, digest: `1.run${run.id}at${run.attempt}.-` }),
    );
    expect(digestsIn(texts, "smoke")).toEqual(["1.run10at1.-", "1.run2at3.-", "1.run2at1.-"]);
  });

  test("fit into GitHub's limit, and other steps' marks are dropped first", () => {
    const digest = "1." + "A".repeat(40_000) + ".-";
    const text = replaceDigestMark(replaceDigestMark("", { key: "smoke", run: run(1), digest }), {
      key: "voice",
      run: run(1),
      digest,
    });
    expect(text.length).toBeLessThanOrEqual(65_535);
    expect(digestsIn([text], "voice")).toEqual([digest]);
    expect(digestsIn([text], "smoke")).toEqual([]);
  });

  test("survive GitHub's change of line ends", () => {
    const line = replaceDigestMark("", { key: "smoke", run: run(1), digest: "1.AAAAAAAA.-" });
    expect(digestsIn([`${line}\r\n`], "smoke")).toEqual(["1.AAAAAAAA.-"]);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyChange, type GateChange } from "../../../shared/gate/change.ts";
import { reviewCheckStateOf } from "../../../shared/gate/check.ts";
import { addReport, joinGates, type ReportedReview } from "../../../shared/gate/join.ts";
import { type Gate, type GateStep, reviewIn } from "../../../shared/gate/state.ts";
import { decidedAt, gateOf, gateStep, gateWithStates, reviewInReport, sha } from "./gates.ts";

const decide = (
  id: string,
  state: "open" | "passed" | "failed" | "unknown",
  command = `1:${id}`,
): GateChange => ({
  what: "decide",
  id,
  command,
  state,
  evidence: "`octocat` sent `verdict` = `pass`",
  by: "octocat",
  at: decidedAt,
});
const begin = (id: string, command: string, job?: string): Extract<GateChange, { what: "begin" }> => ({
  what: "begin",
  id,
  begun: { verb: "submit", by: "octocat", at: decidedAt, command, ...(job !== undefined && { job }) },
});
const takeBack = (id: string, command: string, job?: string): GateChange => ({
  what: "take back",
  id,
  begun: { command, ...(job !== undefined && { job }) },
});

describe("the check run reports", () => {
  it.each([
    [{ a: "open", b: "open", c: "passed" }, "in_progress", "2 of 3 reviews wait for a person"],
    [{ a: "open", b: "failed", c: "passed" }, "in_progress", "1 of 3 reviews waits for a person"],
    [{ a: "open" }, "in_progress", "1 of 1 review waits for a person"],
    [{}, "success", "No review waits"],
    [{ a: "passed", b: "passed", c: "passed" }, "success", "3 reviews passed"],
    [{ a: "passed" }, "success", "1 review passed"],
    [{ a: "failed", b: "passed", c: "unknown" }, "failure", "1 of 3 reviews failed"],
    [{ a: "failed", b: "failed", c: "passed" }, "failure", "2 of 3 reviews failed"],
    [
      { a: "unknown", b: "passed", c: "passed" },
      "action_required",
      "1 of 3 reviews does not tell how it was decided",
    ],
    [
      { a: "unknown", b: "unknown", c: "passed" },
      "action_required",
      "2 of 3 reviews do not tell how they were decided",
    ],
  ] as const)("for %o: %s, %s", (states, expected, title) => {
    const check = reviewCheckStateOf(gateWithStates(states));
    expect(check.status === "completed" ? check.conclusion : check.status).toBe(expected);
    expect(check.title).toBe(title);
  });

  it.each([
    [{ why: "cancelled" }, "cancelled", "The workflow run was cancelled before its end"],
    [{ why: "not run", targets: 2 }, "action_required", "2 targets could not be run to the end"],
  ] as const)("an incomplete run: %o", (incomplete, conclusion, title) => {
    const gate = addReport({ sha, step: { ...gateStep, incomplete }, reviews: [] }, undefined, []);
    expect(reviewCheckStateOf(gate)).toEqual({ status: "completed", conclusion, title });
  });

  it("reviews that had no room as waiting", () => {
    expect(reviewCheckStateOf({ ...gateWithStates({ a: "passed" }), omitted: 2 }).title).toBe(
      "2 of 3 reviews wait for a person",
    );
  });
});

it("a step that repeats its report leaves the gate unchanged", () => {
  const first = { sha, step: gateStep, reviews: [reviewInReport("a"), reviewInReport("b")] };
  const other = {
    sha,
    step: { ...gateStep, key: "CI/other" },
    reviews: [reviewInReport("c"), reviewInReport("a")],
  };
  const both = addReport(other, addReport(first, undefined, []), []);
  expect(addReport(first, both, [])).toEqual(both);
  expect(addReport(other, both, [])).toEqual(both);
});

describe("a decision", () => {
  it("is recorded once, with its author and its evidence", () => {
    const gate = applyChange(gateOf("a", "b"), decide("a", "passed"));
    expect(reviewIn(gate, "a")).toMatchObject({
      state: "passed",
      by: "octocat",
      at: decidedAt,
      done: ["1:a"],
    });
    expect(reviewIn(gate, "b")?.state).toBe("open");
    expect(applyChange(gate, decide("a", "passed"))).toBe(gate);
  });

  it("of passed or failed is final, and an unknown one can be decided again", () => {
    const failed = applyChange(gateOf("a"), decide("a", "failed"));
    expect(reviewIn(applyChange(failed, decide("a", "passed", "2:a")), "a")).toMatchObject({
      state: "failed",
    });
    const unknown = applyChange(gateOf("a"), decide("a", "unknown"));
    expect(reviewIn(applyChange(unknown, decide("a", "failed", "2:a")), "a")).toMatchObject({
      state: "failed",
    });
  });

  it("ends a submission", () => {
    const begun = applyChange(gateOf("a"), begin("a", "1:a"));
    expect(reviewIn(begun, "a")?.begun?.command).toBe("1:a");
    expect(reviewIn(applyChange(begun, decide("a", "passed")), "a")?.begun).toBeUndefined();
    expect(reviewIn(applyChange(begun, takeBack("a", "1:a")), "a")?.begun).toBeUndefined();
  });

  it("without an outcome leaves the other job's submission, which may have arrived", () => {
    const begun = applyChange(gateOf("a"), begin("a", "1:a"));
    const refused = applyChange(begun, decide("a", "open", "2:a"));
    expect(reviewIn(refused, "a")).toMatchObject({ state: "open", begun: { command: "1:a" } });
    expect(reviewIn(applyChange(begun, decide("a", "open", "1:a")), "a")?.begun).toBeUndefined();
  });

  it("is begun by only one of two jobs of the same command", () => {
    const gate = applyChange(gateOf("a"), begin("a", "1:a", "one"));
    expect(reviewIn(gate, "a")?.begun?.job).toBe("one");
    // An unchanged gate tells the second job that it lost.
    expect(applyChange(gate, begin("a", "1:a", "two"))).toBe(gate);
  });

  it("can be taken back only by the job that began it", () => {
    const begun = applyChange(gateOf("a"), begin("a", "1:a", "one"));
    const takenBackBy = (job: string) => applyChange(begun, takeBack("a", "1:a", job));
    expect(reviewIn(takenBackBy("two"), "a")?.begun?.job).toBe("one");
    expect(reviewIn(takenBackBy("one"), "a")?.begun).toBeUndefined();
  });

  it("can be begun again after a failed attempt", () => {
    const first = applyChange(gateOf("a"), begin("a", "1:1", "one"));
    const again = applyChange(first, { ...begin("a", "2:1", "two"), replaces: "one" });
    expect(reviewIn(again, "a")?.begun?.job).toBe("two");
    expect(reviewIn(joinGates(first, again), "a")?.begun?.job).toBe("two");
  });

  it("differs from a reassignment", () => {
    const reassigned = { by: "octocat", at: decidedAt, to: "kim" };
    const gate = applyChange(gateOf("a"), { what: "reassign", id: "a", command: "1:1", reassigned });
    expect(reviewIn(gate, "a")).toMatchObject({ state: "open", reassigned });
  });
});

describe("from commit to commit", () => {
  const next = (gate: Gate, ...ids: readonly string[]) =>
    addReport(
      { sha: "2".repeat(40), pull: 1, step: gateStep, reviews: ids.map(id => reviewInReport(id)) },
      undefined,
      [gate],
    );

  it("a decision applies to every later report with the review", () => {
    const second = next(applyChange(gateOf("a", "b"), decide("a", "passed")), "a", "c");
    expect(second.reviews.map(({ id, state }) => [id, state])).toEqual([
      ["a", "passed"],
      ["c", "open"],
    ]);
  });

  it("also after a commit without the review", () => {
    const second = next(applyChange(gateOf("a"), decide("a", "failed")), "b");
    expect(reviewCheckStateOf(second).title).toBe("1 of 1 review waits for a person");
    expect(reviewCheckStateOf(next(second, "a")).title).toBe("1 of 1 review failed");
  });

  it("an unfinished submission stays unfinished, and a carried-out command stays known", () => {
    const gate = applyChange(applyChange(gateOf("a", "b"), begin("a", "1:1")), {
      what: "reassign",
      id: "b",
      command: "1:2",
      reassigned: { by: "octocat", at: decidedAt },
    });
    const third = next(next(gate, "c"), "a", "b");
    expect(reviewIn(third, "a")?.begun?.command).toBe("1:1");
    expect(reviewIn(third, "b")?.done).toEqual(["1:2"]);
  });

  it("newer text wins, and a decision keeps its evidence", () => {
    const before = applyChange(
      gateOf(reviewInReport("a", { label: "Old", evidence: "unsure" })),
      decide("a", "passed"),
    );
    const again = reviewInReport("a", {
      label: "New",
      case: "Pays",
      target: "channel: voice",
      evidence: "still unsure",
    });
    const [review] = addReport({ sha, step: gateStep, reviews: [again] }, before, []).reviews;
    expect(review).toMatchObject({ label: "New", case: "Pays", target: "channel: voice" });
    expect(review?.evidence).toBe("`octocat` sent `verdict` = `pass`");
  });
});

describe("a review that a response calls settled", () => {
  it("is not open", () => {
    const gate = gateOf(reviewInReport("a", { state: "passed", evidence: "`verdict` is `pass`" }));
    expect(reviewCheckStateOf(gate).title).toBe("1 review passed");
  });

  it("is open if another place of the response calls it open", () => {
    expect(
      reviewCheckStateOf(gateOf(reviewInReport("a", { state: "passed" }), reviewInReport("a"))).status,
    ).toBe("in_progress");
  });

  it("can't turn a decision of failed into passed", () => {
    const failed = applyChange(gateOf("a"), decide("a", "failed"));
    const after = addReport(
      { sha, step: gateStep, reviews: [reviewInReport("a", { state: "passed" })] },
      failed,
      [],
    );
    expect(reviewCheckStateOf(after).title).toBe("1 of 1 review failed");
    const passed = applyChange(gateOf("a"), decide("a", "passed"));
    const worse = addReport(
      { sha, step: gateStep, reviews: [reviewInReport("a", { state: "failed" })] },
      passed,
      [],
    );
    expect(reviewCheckStateOf(worse).title).toBe("1 of 1 review failed");
  });
});

describe("several steps at one commit", () => {
  const other = { key: "CI/voice", run: { id: 8, attempt: 1 } };
  const next = ({ key, run }: GateStep) => ({ key, run: { ...run, id: run.id + 10 } });

  it("keep their reviews side by side, and each step replaces its own", () => {
    const both = addReport(
      { sha, step: other, reviews: [reviewInReport("b"), reviewInReport("c")] },
      gateOf("a", "b"),
      [],
    );
    expect(reviewCheckStateOf(both).title).toBe("3 of 3 reviews wait for a person");
    const fewer = addReport({ sha, step: next(gateStep), reviews: [] }, both, []);
    expect(fewer.reviews.map(({ id }) => id)).toEqual(["b", "c"]);
    expect(addReport({ sha, step: next(other), reviews: [] }, fewer, []).reviews).toEqual([]);
  });

  it("of one run and one key keep their reviews side by side, unless one job was run again", () => {
    const job = (name: string, attempt: number) => ({
      key: "CI",
      run: { id: 7, attempt },
      job: name,
      use: name,
    });
    const first = addReport({ sha, step: job("one", 1), reviews: [reviewInReport("a")] }, undefined, []);
    const both = addReport({ sha, step: job("two", 1), reviews: [reviewInReport("b")] }, first, []);
    expect(both.reviews.map(({ id }) => id)).toEqual(["a", "b"]);
    const again = addReport({ sha, step: job("two", 2), reviews: [] }, both, []);
    expect(again.reviews.map(({ id }) => id)).toEqual(["a"]);
    const nextRun = { ...job("one", 1), run: { id: 8, attempt: 1 } };
    expect(addReport({ sha, step: nextRun, reviews: [] }, both, []).reviews).toEqual([]);
  });

  it("keep waiting for reviews that had no room", () => {
    const full = { ...gateOf("a"), omitted: 3 };
    expect(addReport({ sha, step: other, reviews: [] }, full, []).omitted).toBe(3);
    expect(addReport({ sha, step: next(gateStep), reviews: [] }, full, []).omitted).toBe(0);
  });
});

it("a review with an id that is too long to keep still waits", () => {
  expect(reviewCheckStateOf(gateOf("x".repeat(501))).title).toBe("1 of 1 review waits for a person");
});

describe("a decision belongs to the conversation that the person saw", () => {
  const report = (gate: Gate, ...reviews: readonly ReportedReview[]) =>
    addReport({ sha: "2".repeat(40), pull: 1, step: gateStep, reviews }, undefined, [gate]);
  const seen = (hash: string, rest: Partial<ReportedReview> = {}) =>
    reviewInReport("a", { seen: hash, ...rest });
  const passed = applyChange(gateOf(seen("x")), decide("a", "passed"));

  it("and applies to a later report with the same conversation", () => {
    expect(reviewIn(report(passed, seen("x")), "a")).toMatchObject({ state: "passed", by: "octocat" });
  });

  it("but not to another conversation, where the earlier decision is shown with its author", () => {
    const other = reviewIn(report(passed, seen("y")), "a");
    expect(other).toMatchObject({ state: "open", before: { state: "passed", by: "octocat" } });
    expect(other?.by).toBeUndefined();
    const failed = applyChange(report(passed, seen("y")), decide("a", "failed", "2:a"));
    expect(reviewIn(failed, "a")).toMatchObject({ state: "failed", revision: 2 });
    // The earlier decision was about the other conversation.
    expect(reviewIn(report(failed, seen("x")), "a")?.state).toBe("open");
  });

  it("unless a response calls it settled", () => {
    expect(reviewIn(report(passed, seen("y", { state: "passed" })), "a")?.state).toBe("passed");
    expect(reviewIn(report(passed, seen("y", { state: "unknown" })), "a")?.state).toBe("passed");
  });

  it("but not after a response ended it and a later one opened it again", () => {
    const ended = applyChange(gateOf(seen("x")), { ...decide("a", "passed"), ended: true } as GateChange);
    const reopened = report(ended, seen("x", { isStatedOpen: true }));
    expect(reviewIn(reopened, "a")).toMatchObject({ state: "open", before: { state: "passed" } });
    const again = applyChange(reopened, decide("a", "failed", "2:a"));
    expect(reviewIn(again, "a")?.state).toBe("failed");
    expect(reviewIn(joinGates(reopened, again), "a")?.state).toBe("failed");
    // Only a person has ended it, so the service may not have seen the decision yet.
    expect(reviewIn(report(passed, seen("x", { isStatedOpen: true })), "a")?.state).toBe("passed");
  });

  it("of an earlier version applies to any conversation", () => {
    expect(reviewIn(report(gateWithStates({ a: "failed" }), seen("y")), "a")?.state).toBe("failed");
  });
});

describe("a revised decision", () => {
  const revise = (gate: Gate, state: "passed" | "failed") =>
    applyChange(gate, { ...decide("a", state, "2:a"), by: "kim", again: true } as GateChange);

  it("replaces the earlier one, and names its author", () => {
    const revised = revise(applyChange(gateOf("a"), decide("a", "failed")), "passed");
    expect(reviewIn(revised, "a")).toMatchObject({
      ...{ state: "passed", by: "kim", revision: 2 },
      before: { state: "failed", by: "octocat" },
    });
  });

  it("wins every join; of equal revisions the worse one wins", () => {
    const failed = applyChange(gateOf("a"), decide("a", "failed"));
    const passed = applyChange(gateOf("a"), decide("a", "passed", "3:a"));
    const revised = revise(failed, "passed");
    for (const [one, other, state] of [
      [failed, revised, "passed"],
      [passed, revised, "passed"],
      [failed, passed, "failed"],
    ] as const) {
      expect(reviewIn(joinGates(one, other), "a")?.state).toBe(state);
      expect(reviewIn(joinGates(other, one), "a")?.state).toBe(state);
    }
  });
});

describe("gates that several jobs write at the same moment", () => {
  const base = gateOf("a", "b");

  it("lose nothing", () => {
    const one = applyChange(base, decide("a", "passed"));
    const other = applyChange(base, decide("b", "failed"));
    const report = addReport(
      { sha, step: { key: "CI/voice", run: { id: 8, attempt: 1 } }, reviews: [reviewInReport("c")] },
      base,
      [],
    );
    const all = [one, other, report].reduce(joinGates);
    expect(all.reviews.map(({ id, state }) => `${id} ${state}`)).toEqual(["a passed", "b failed", "c open"]);
  });

  it("keep the first job that began a command, even after it ended", () => {
    const one = applyChange(base, begin("a", "1:a", "one"));
    const other = applyChange(base, begin("a", "2:a", "two"));
    expect(reviewIn(joinGates(one, other), "a")?.begun?.job).toBe("one");
    const decided = applyChange(one, decide("a", "passed"));
    expect(reviewIn(joinGates(decided, other), "a")?.begun).toBeUndefined();
    const loser = applyChange(other, takeBack("a", "2:a", "two"));
    const refused = applyChange(one, takeBack("a", "1:a", "one"));
    expect(reviewIn(joinGates(refused, loser), "a")?.begun).toBeUndefined();
  });

  it("join to the same gate in any order and any number of times", () => {
    const change = fc.constantFrom<GateChange>(
      begin("a", "1:a", "one"),
      begin("a", "2:a", "two"),
      takeBack("a", "1:a", "one"),
      decide("a", "passed", "1:a"),
      decide("a", "failed", "2:a"),
      { ...decide("a", "unknown", "4:a"), again: true } as GateChange,
      decide("b", "passed", "3:b"),
      { what: "reassign", id: "b", command: "5:b", reassigned: { by: "kim", at: decidedAt } },
    );
    const gate = fc.array(change, { maxLength: 4 }).map(changes => changes.reduce(applyChange, base));
    fc.assert(
      fc.property(fc.array(gate, { minLength: 1, maxLength: 4 }), gates => {
        const sum = gates.reduce(joinGates);
        expect([...gates, sum, ...gates].reduce(joinGates)).toEqual(sum);
        const states = ({ reviews }: Gate) => reviews.map(({ id, state }) => `${id} ${state}`);
        expect(states(gates.toReversed().reduce(joinGates))).toEqual(states(sum));
      }),
    );
  });
});

describe("for any sequence of runs and settlings", () => {
  const ids = ["a", "b", "c", "d"];
  const event = fc.oneof(
    fc.record({
      what: fc.constant("run" as const),
      step: fc.constantFrom("one", "two"),
      ids: fc.subarray(ids),
      isNewCommit: fc.boolean(),
      cancelled: fc.boolean(),
    }),
    fc.record({
      what: fc.constant("decide" as const),
      id: fc.constantFrom(...ids),
      state: fc.constantFrom("passed" as const, "failed" as const, "unknown" as const),
    }),
    fc.record({ what: fc.constantFrom("begin" as const, "reassign" as const), id: fc.constantFrom(...ids) }),
  );

  it("the check is green only if every review of the head's reports was decided and passed", () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 25 }), events => {
        let gate: Gate | undefined;
        let commit = 0;
        let heads = new Map<string, { ids: readonly string[]; cancelled: boolean }>();
        const decided = new Map<string, string>();
        for (const [index, each] of events.entries()) {
          const command = `${index}:1`;
          if (each.what === "run") {
            if (each.isNewCommit) {
              commit += 1;
              heads = new Map();
            }
            heads.set(each.step, { ids: each.ids, cancelled: each.cancelled });
            const mine = {
              key: each.step,
              run: { id: index, attempt: 1 },
              ...(each.cancelled && { incomplete: { why: "cancelled" as const } }),
            };
            const here: Gate | undefined = gate?.sha === String(commit) ? gate : undefined;
            gate = addReport(
              { sha: String(commit), step: mine, reviews: each.ids.map(id => reviewInReport(id)) },
              here,
              gate && !here ? [gate] : [],
            );
          } else if (gate) {
            if (each.what === "decide") {
              const before = decided.get(each.id);
              const isMentioned = reviewIn(gate, each.id) !== undefined;
              if (isMentioned && (before === undefined || before === "unknown"))
                decided.set(each.id, each.state);
              gate = applyChange(gate, decide(each.id, each.state, command));
            } else if (each.what === "begin") gate = applyChange(gate, begin(each.id, command));
            else
              gate = applyChange(gate, {
                what: "reassign",
                id: each.id,
                command,
                reassigned: { by: "kim", at: decidedAt },
              });
          }
        }
        if (gate === undefined) return;
        const check = reviewCheckStateOf(gate);
        const all = [...heads.values()];
        const isGreen =
          all.every(({ cancelled }) => !cancelled) &&
          all.every(({ ids }) => ids.every(id => decided.get(id) === "passed"));
        expect(check.status === "completed" && check.conclusion === "success").toBe(isGreen);
      }),
      { numRuns: 1000 },
    );
  });
});

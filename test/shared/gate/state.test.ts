import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyChange, type GateChange } from "../../../shared/gate/change.ts";
import { reviewCheckStateOf } from "../../../shared/gate/check.ts";
import { addReport, joinGates, type ReportedReview } from "../../../shared/gate/join.ts";
import { type Gate, type GateStep, reviewIn } from "../../../shared/gate/state.ts";
import { at, gateIn, gateOf, mentioned, sha, step } from "./gates.ts";

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
  at,
});
const begin = (id: string, command: string, job?: string): Extract<GateChange, { what: "begin" }> => ({
  what: "begin",
  id,
  begun: { verb: "submit", by: "octocat", at, command, ...(job !== undefined && { job }) },
});
const takeBack = (id: string, command: string, job?: string): GateChange => ({
  what: "take back",
  id,
  begun: { command, ...(job !== undefined && { job }) },
});

describe("the check run says", () => {
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
  ] as const)("of %o: %s, %s", (states, expected, title) => {
    const check = reviewCheckStateOf(gateIn(states));
    expect(check.status === "completed" ? check.conclusion : check.status).toBe(expected);
    expect(check.title).toBe(title);
  });

  it.each([
    [{ why: "cancelled" }, "cancelled", "The run was cancelled before its end"],
    [{ why: "not run", targets: 2 }, "action_required", "2 targets could not be run"],
  ] as const)("that a run was not whole: %o", (incomplete, conclusion, title) => {
    const gate = addReport({ sha, step: { ...step, incomplete }, reviews: [] }, undefined, []);
    expect(reviewCheckStateOf(gate)).toEqual({ status: "completed", conclusion, title });
  });

  it("that what there was no room for waits", () => {
    expect(reviewCheckStateOf({ ...gateIn({ a: "passed" }), omitted: 2 }).title).toBe(
      "2 of 3 reviews wait for a person",
    );
  });
});

it("what a step says again, beside others, leaves the gate as it is", () => {
  const first = { sha, step, reviews: [mentioned("a"), mentioned("b")] };
  const other = { sha, step: { ...step, key: "CI/other" }, reviews: [mentioned("c"), mentioned("a")] };
  const both = addReport(other, addReport(first, undefined, []), []);
  expect(addReport(first, both, [])).toEqual(both);
  expect(addReport(other, both, [])).toEqual(both);
});

describe("a decision", () => {
  it("is written once, with its author and what it rests on", () => {
    const gate = applyChange(gateOf("a", "b"), decide("a", "passed"));
    expect(reviewIn(gate, "a")).toMatchObject({ state: "passed", by: "octocat", at, done: ["1:a"] });
    expect(reviewIn(gate, "b")?.state).toBe("open");
    expect(applyChange(gate, decide("a", "passed"))).toBe(gate);
  });

  it("stands against a later one, unless it did not tell", () => {
    const failed = applyChange(gateOf("a"), decide("a", "failed"));
    expect(reviewIn(applyChange(failed, decide("a", "passed", "2:a")), "a")).toMatchObject({
      state: "failed",
    });
    const unknown = applyChange(gateOf("a"), decide("a", "unknown"));
    expect(reviewIn(applyChange(unknown, decide("a", "failed", "2:a")), "a")).toMatchObject({
      state: "failed",
    });
  });

  it("ends what was begun", () => {
    const begun = applyChange(gateOf("a"), begin("a", "1:a"));
    expect(reviewIn(begun, "a")?.begun?.command).toBe("1:a");
    expect(reviewIn(applyChange(begun, decide("a", "passed")), "a")?.begun).toBeUndefined();
    expect(reviewIn(applyChange(begun, takeBack("a", "1:a")), "a")?.begun).toBeUndefined();
  });

  it("that is none leaves what another began, and may have arrived", () => {
    const begun = applyChange(gateOf("a"), begin("a", "1:a"));
    const refused = applyChange(begun, decide("a", "open", "2:a"));
    expect(reviewIn(refused, "a")).toMatchObject({ state: "open", begun: { command: "1:a" } });
    expect(reviewIn(applyChange(begun, decide("a", "open", "1:a")), "a")?.begun).toBeUndefined();
  });

  it("is begun by one of two jobs that the same command started", () => {
    const gate = applyChange(gateOf("a"), begin("a", "1:a", "one"));
    expect(reviewIn(gate, "a")?.begun?.job).toBe("one");
    // There is nothing to write, and whoever tried knows it by that.
    expect(applyChange(gate, begin("a", "1:a", "two"))).toBe(gate);
  });

  it("is taken back by the job that began it alone", () => {
    const begun = applyChange(gateOf("a"), begin("a", "1:a", "one"));
    const takenBackBy = (job: string) => applyChange(begun, takeBack("a", "1:a", job));
    expect(reviewIn(takenBackBy("two"), "a")?.begun?.job).toBe("one");
    expect(reviewIn(takenBackBy("one"), "a")?.begun).toBeUndefined();
  });

  it("is begun again in place of one that came to nothing", () => {
    const first = applyChange(gateOf("a"), begin("a", "1:1", "one"));
    const again = applyChange(first, { ...begin("a", "2:1", "two"), replaces: "one" });
    expect(reviewIn(again, "a")?.begun?.job).toBe("two");
    expect(reviewIn(joinGates(first, again), "a")?.begun?.job).toBe("two");
  });

  it("is not what a reassignment is", () => {
    const reassigned = { by: "octocat", at, to: "kim" };
    const gate = applyChange(gateOf("a"), { what: "reassign", id: "a", command: "1:1", reassigned });
    expect(reviewIn(gate, "a")).toMatchObject({ state: "open", reassigned });
  });
});

describe("from commit to commit", () => {
  const next = (gate: Gate, ...ids: readonly string[]) =>
    addReport({ sha: "2".repeat(40), pull: 1, step, reviews: ids.map(id => mentioned(id)) }, undefined, [
      gate,
    ]);

  it("a decision holds for whatever report mentions the review again", () => {
    const second = next(applyChange(gateOf("a", "b"), decide("a", "passed")), "a", "c");
    expect(second.reviews.map(({ id, state }) => [id, state])).toEqual([
      ["a", "passed"],
      ["c", "open"],
    ]);
  });

  it("also when a commit in between does not mention it", () => {
    const second = next(applyChange(gateOf("a"), decide("a", "failed")), "b");
    expect(reviewCheckStateOf(second).title).toBe("1 of 1 review waits for a person");
    expect(reviewCheckStateOf(next(second, "a")).title).toBe("1 of 1 review failed");
  });

  it("what was begun stays begun, and what was carried out stays known", () => {
    const gate = applyChange(applyChange(gateOf("a", "b"), begin("a", "1:1")), {
      what: "reassign",
      id: "b",
      command: "1:2",
      reassigned: { by: "octocat", at },
    });
    const third = next(next(gate, "c"), "a", "b");
    expect(reviewIn(third, "a")?.begun?.command).toBe("1:1");
    expect(reviewIn(third, "b")?.done).toEqual(["1:2"]);
  });

  it("newer text wins, and a decision keeps what it rests on", () => {
    const before = applyChange(
      gateOf(mentioned("a", { label: "Old", evidence: "unsure" })),
      decide("a", "passed"),
    );
    const again = mentioned("a", {
      label: "New",
      case: "Pays",
      target: "channel: voice",
      evidence: "still unsure",
    });
    const [review] = addReport({ sha, step, reviews: [again] }, before, []).reviews;
    expect(review).toMatchObject({ label: "New", case: "Pays", target: "channel: voice" });
    expect(review?.evidence).toBe("`octocat` sent `verdict` = `pass`");
  });
});

describe("a review that a response calls settled", () => {
  it("is not open", () => {
    const gate = gateOf(mentioned("a", { state: "passed", evidence: "`verdict` is `pass`" }));
    expect(reviewCheckStateOf(gate).title).toBe("1 review passed");
  });

  it("is open all the same where another mention says so", () => {
    expect(reviewCheckStateOf(gateOf(mentioned("a", { state: "passed" }), mentioned("a"))).status).toBe(
      "in_progress",
    );
  });

  it("takes no red back", () => {
    const failed = applyChange(gateOf("a"), decide("a", "failed"));
    const after = addReport({ sha, step, reviews: [mentioned("a", { state: "passed" })] }, failed, []);
    expect(reviewCheckStateOf(after).title).toBe("1 of 1 review failed");
    const passed = applyChange(gateOf("a"), decide("a", "passed"));
    const worse = addReport({ sha, step, reviews: [mentioned("a", { state: "failed" })] }, passed, []);
    expect(reviewCheckStateOf(worse).title).toBe("1 of 1 review failed");
  });
});

describe("several steps at one commit", () => {
  const other = { key: "CI/voice", run: { id: 8, attempt: 1 } };
  const next = ({ key, run }: GateStep) => ({ key, run: { ...run, id: run.id + 10 } });

  it("have their reviews side by side, and each replaces its own", () => {
    const both = addReport(
      { sha, step: other, reviews: [mentioned("b"), mentioned("c")] },
      gateOf("a", "b"),
      [],
    );
    expect(reviewCheckStateOf(both).title).toBe("3 of 3 reviews wait for a person");
    const fewer = addReport({ sha, step: next(step), reviews: [] }, both, []);
    expect(fewer.reviews.map(({ id }) => id)).toEqual(["b", "c"]);
    expect(addReport({ sha, step: next(other), reviews: [] }, fewer, []).reviews).toEqual([]);
  });

  it("of one run with one key have their reviews side by side, unless one job was run again", () => {
    const job = (name: string, attempt: number) => ({
      key: "CI",
      run: { id: 7, attempt },
      job: name,
      use: name,
    });
    const first = addReport({ sha, step: job("one", 1), reviews: [mentioned("a")] }, undefined, []);
    const both = addReport({ sha, step: job("two", 1), reviews: [mentioned("b")] }, first, []);
    expect(both.reviews.map(({ id }) => id)).toEqual(["a", "b"]);
    const again = addReport({ sha, step: job("two", 2), reviews: [] }, both, []);
    expect(again.reviews.map(({ id }) => id)).toEqual(["a"]);
    const nextRun = { ...job("one", 1), run: { id: 8, attempt: 1 } };
    expect(addReport({ sha, step: nextRun, reviews: [] }, both, []).reviews).toEqual([]);
  });

  it("keep waiting for what there was no room for", () => {
    const full = { ...gateOf("a"), omitted: 3 };
    expect(addReport({ sha, step: other, reviews: [] }, full, []).omitted).toBe(3);
    expect(addReport({ sha, step: next(step), reviews: [] }, full, []).omitted).toBe(0);
  });
});

it("an id too long to be kept waits", () => {
  expect(reviewCheckStateOf(gateOf("x".repeat(501))).title).toBe("1 of 1 review waits for a person");
});

describe("a decision is about what was seen", () => {
  const report = (gate: Gate, ...reviews: readonly ReportedReview[]) =>
    addReport({ sha: "2".repeat(40), pull: 1, step, reviews }, undefined, [gate]);
  const seen = (hash: string, rest: Partial<ReportedReview> = {}) => mentioned("a", { seen: hash, ...rest });
  const passed = applyChange(gateOf(seen("x")), decide("a", "passed"));

  it("so it holds for a later report that shows the same", () => {
    expect(reviewIn(report(passed, seen("x")), "a")).toMatchObject({ state: "passed", by: "octocat" });
  });

  it("and not for another conversation, which says by whom it was decided before", () => {
    const other = reviewIn(report(passed, seen("y")), "a");
    expect(other).toMatchObject({ state: "open", before: { state: "passed", by: "octocat" } });
    expect(other?.by).toBeUndefined();
    const failed = applyChange(report(passed, seen("y")), decide("a", "failed", "2:a"));
    expect(reviewIn(failed, "a")).toMatchObject({ state: "failed", revision: 2 });
    // The decision before was about the other one.
    expect(reviewIn(report(failed, seen("x")), "a")?.state).toBe("open");
  });

  it("unless a response calls it settled", () => {
    expect(reviewIn(report(passed, seen("y", { state: "passed" })), "a")?.state).toBe("passed");
    expect(reviewIn(report(passed, seen("y", { state: "unknown" })), "a")?.state).toBe("passed");
  });

  it("and not once the service has opened it again after a response had ended it", () => {
    const ended = applyChange(gateOf(seen("x")), { ...decide("a", "passed"), ended: true } as GateChange);
    const reopened = report(ended, seen("x", { isStatedOpen: true }));
    expect(reviewIn(reopened, "a")).toMatchObject({ state: "open", before: { state: "passed" } });
    const again = applyChange(reopened, decide("a", "failed", "2:a"));
    expect(reviewIn(again, "a")?.state).toBe("failed");
    expect(reviewIn(joinGates(reopened, again), "a")?.state).toBe("failed");
    // Nobody but the person has ended it, so the service may not have seen it yet.
    expect(reviewIn(report(passed, seen("x", { isStatedOpen: true })), "a")?.state).toBe("passed");
  });

  it("of an earlier version for any", () => {
    expect(reviewIn(report(gateIn({ a: "failed" }), seen("y")), "a")?.state).toBe("failed");
  });
});

describe("a decision that is revised", () => {
  const revise = (gate: Gate, state: "passed" | "failed") =>
    applyChange(gate, { ...decide("a", state, "2:a"), by: "kim", again: true } as GateChange);

  it("takes the place of the one before, and says whose that was", () => {
    const revised = revise(applyChange(gateOf("a"), decide("a", "failed")), "passed");
    expect(reviewIn(revised, "a")).toMatchObject({
      ...{ state: "passed", by: "kim", revision: 2 },
      before: { state: "failed", by: "octocat" },
    });
  });

  it("wins every join, and of equal revisions the graver does", () => {
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

describe("of the gates of jobs that wrote at the same moment", () => {
  const base = gateOf("a", "b");

  it("none is lost", () => {
    const one = applyChange(base, decide("a", "passed"));
    const other = applyChange(base, decide("b", "failed"));
    const report = addReport(
      { sha, step: { key: "CI/voice", run: { id: 8, attempt: 1 } }, reviews: [mentioned("c")] },
      base,
      [],
    );
    const all = [one, other, report].reduce(joinGates);
    expect(all.reviews.map(({ id, state }) => `${id} ${state}`)).toEqual(["a passed", "b failed", "c open"]);
  });

  it("the first that began a command is the one that did, also after it has ended", () => {
    const one = applyChange(base, begin("a", "1:a", "one"));
    const other = applyChange(base, begin("a", "2:a", "two"));
    expect(reviewIn(joinGates(one, other), "a")?.begun?.job).toBe("one");
    const decided = applyChange(one, decide("a", "passed"));
    expect(reviewIn(joinGates(decided, other), "a")?.begun).toBeUndefined();
    const loser = applyChange(other, takeBack("a", "2:a", "two"));
    const refused = applyChange(one, takeBack("a", "1:a", "one"));
    expect(reviewIn(joinGates(refused, loser), "a")?.begun).toBeUndefined();
  });

  it("the sum is the same, however often and in whichever order it is made", () => {
    const change = fc.constantFrom<GateChange>(
      begin("a", "1:a", "one"),
      begin("a", "2:a", "two"),
      takeBack("a", "1:a", "one"),
      decide("a", "passed", "1:a"),
      decide("a", "failed", "2:a"),
      { ...decide("a", "unknown", "4:a"), again: true } as GateChange,
      decide("b", "passed", "3:b"),
      { what: "reassign", id: "b", command: "5:b", reassigned: { by: "kim", at } },
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

  it("the check is green only if every review mentioned at the head was decided and read as passed", () => {
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
              { sha: String(commit), step: mine, reviews: each.ids.map(id => mentioned(id)) },
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
                reassigned: { by: "kim", at },
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

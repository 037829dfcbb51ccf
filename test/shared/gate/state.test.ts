import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkOf } from "../../../shared/gate/check.ts";
import { type Change, changed, type Gate, mention, reviewIn, stands } from "../../../shared/gate/state.ts";
import { at, gateIn, gateOf, mentioned, sha, step } from "./gates.ts";

const decide = (
  id: string,
  state: "open" | "passed" | "failed" | "unknown",
  command = `1:${id}`,
): Change => ({
  what: "decide",
  id,
  command,
  state,
  evidence: "`octocat` sent `verdict` = `pass`",
  by: "octocat",
  at,
});
const begin = (id: string, command: string, job?: string): Change => ({
  what: "begin",
  id,
  begun: { verb: "submit", by: "octocat", at, command, ...(job !== undefined && { job }) },
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
    const check = checkOf(gateIn(states));
    expect(check.status === "completed" ? check.conclusion : check.status).toBe(expected);
    expect(check.title).toBe(title);
  });

  it.each([
    [{ why: "cancelled" }, "cancelled", "The run was cancelled before its end"],
    [{ why: "not run", targets: 2 }, "action_required", "2 targets could not be run"],
  ] as const)("that a run was not whole: %o", (incomplete, conclusion, title) => {
    const gate = mention({ sha, step: { ...step, incomplete }, reviews: [] }, undefined, []);
    expect(checkOf(gate)).toEqual({ status: "completed", conclusion, title });
  });

  it("that what there was no room for waits", () => {
    expect(checkOf({ ...gateIn({ a: "passed" }), omitted: 2 }).title).toBe(
      "2 of 3 reviews wait for a person",
    );
  });
});

it("what a step says again, beside others, leaves the gate as it is", () => {
  const first = { sha, step, reviews: [mentioned("a"), mentioned("b")] };
  const other = { sha, step: { ...step, key: "CI/other" }, reviews: [mentioned("c"), mentioned("a")] };
  const both = mention(other, mention(first, undefined, []), []);
  expect(mention(first, both, [])).toEqual(both);
  expect(mention(other, both, [])).toEqual(both);
});

describe("a decision", () => {
  it("is written once, with its author and what it rests on", () => {
    const gate = changed(gateOf("a", "b"), decide("a", "passed"));
    expect(reviewIn(gate, "a")).toMatchObject({ state: "passed", by: "octocat", at, done: ["1:a"] });
    expect(reviewIn(gate, "b")?.state).toBe("open");
    expect(changed(gate, decide("a", "passed"))).toBe(gate);
  });

  it("stands against a later one, unless it did not tell", () => {
    const failed = changed(gateOf("a"), decide("a", "failed"));
    expect(reviewIn(changed(failed, decide("a", "passed", "2:a")), "a")).toMatchObject({ state: "failed" });
    const unknown = changed(gateOf("a"), decide("a", "unknown"));
    expect(reviewIn(changed(unknown, decide("a", "failed", "2:a")), "a")).toMatchObject({ state: "failed" });
  });

  it("ends what was begun", () => {
    const begun = changed(gateOf("a"), begin("a", "1:a"));
    expect(reviewIn(begun, "a")?.begun?.command).toBe("1:a");
    expect(reviewIn(changed(begun, decide("a", "passed")), "a")?.begun).toBeUndefined();
    expect(
      reviewIn(changed(begun, { what: "take back", id: "a", command: "1:a" }), "a")?.begun,
    ).toBeUndefined();
  });

  it("that is none leaves what another began, and may have arrived", () => {
    const begun = changed(gateOf("a"), begin("a", "1:a"));
    const refused = changed(begun, decide("a", "open", "2:a"));
    expect(reviewIn(refused, "a")).toMatchObject({ state: "open", begun: { command: "1:a" } });
    expect(reviewIn(changed(begun, decide("a", "open", "1:a")), "a")?.begun).toBeUndefined();
  });

  it("is begun by one of two jobs that the same command started", () => {
    const gate = changed(gateOf("a"), begin("a", "1:a", "one"));
    expect(stands(gate, begin("a", "1:a", "one"))).toBe(true);
    expect(stands(gate, begin("a", "1:a", "two"))).toBe(false);
    expect(changed(gate, begin("a", "1:a", "two"))).toBe(gate);
  });

  it("is taken back by the job that began it alone", () => {
    const begun = changed(gateOf("a"), begin("a", "1:a", "one"));
    const takenBackBy = (job: string) => changed(begun, { what: "take back", id: "a", command: "1:a", job });
    expect(takenBackBy("two")).toBe(begun);
    expect(reviewIn(takenBackBy("one"), "a")?.begun).toBeUndefined();
  });

  it("is begun by one at a time", () => {
    const first = changed(gateOf("a"), begin("a", "1:1"));
    const second = changed(first, begin("a", "2:1"));
    expect(stands(second, begin("a", "1:1"))).toBe(true);
    expect(stands(second, begin("a", "2:1"))).toBe(false);
    // There is nothing to write, and whoever tried knows it by that.
    expect(second).toBe(first);
    const decided = changed(first, decide("a", "passed"));
    expect(changed(decided, begin("a", "2:1"))).toBe(decided);
  });

  it("is not what a reassignment is", () => {
    const reassigned = { by: "octocat", at, to: "kim" };
    const gate = changed(gateOf("a"), { what: "reassign", id: "a", command: "1:1", reassigned });
    expect(reviewIn(gate, "a")).toMatchObject({ state: "open", reassigned });
  });
});

describe("from commit to commit", () => {
  const next = (gate: Gate, ...ids: readonly string[]) =>
    mention({ sha: "2".repeat(40), pull: 1, step, reviews: ids.map(id => mentioned(id)) }, undefined, [gate]);

  it("a decision holds for whatever report mentions the review again", () => {
    const second = next(changed(gateOf("a", "b"), decide("a", "passed")), "a", "c");
    expect(second.reviews.map(({ id, state }) => [id, state])).toEqual([
      ["a", "passed"],
      ["c", "open"],
    ]);
  });

  it("also when a commit in between does not mention it", () => {
    const second = next(changed(gateOf("a"), decide("a", "failed")), "b");
    expect(checkOf(second).title).toBe("1 of 1 review waits for a person");
    expect(checkOf(next(second, "a")).title).toBe("1 of 1 review failed");
  });

  it("what was begun stays begun, and what was carried out stays known", () => {
    const gate = changed(changed(gateOf("a", "b"), begin("a", "1:1")), {
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
    const before = changed(
      gateOf(mentioned("a", { label: "Old", evidence: "unsure" })),
      decide("a", "passed"),
    );
    const again = mentioned("a", {
      label: "New",
      case: "Pays",
      target: "channel: voice",
      evidence: "still unsure",
    });
    const [review] = mention({ sha, step, reviews: [again] }, before, []).reviews;
    expect(review).toMatchObject({ label: "New", case: "Pays", target: "channel: voice" });
    expect(review?.evidence).toBe("`octocat` sent `verdict` = `pass`");
  });
});

describe("a review that a response calls settled", () => {
  it("is not open", () => {
    const gate = gateOf(mentioned("a", { state: "passed", evidence: "`verdict` is `pass`" }));
    expect(checkOf(gate).title).toBe("1 review passed");
  });

  it("is open all the same where another mention says so", () => {
    expect(checkOf(gateOf(mentioned("a", { state: "passed" }), mentioned("a"))).status).toBe("in_progress");
  });

  it("takes no red back", () => {
    const failed = changed(gateOf("a"), decide("a", "failed"));
    const after = mention({ sha, step, reviews: [mentioned("a", { state: "passed" })] }, failed, []);
    expect(checkOf(after).title).toBe("1 of 1 review failed");
    const passed = changed(gateOf("a"), decide("a", "passed"));
    const worse = mention({ sha, step, reviews: [mentioned("a", { state: "failed" })] }, passed, []);
    expect(checkOf(worse).title).toBe("1 of 1 review failed");
  });
});

describe("several steps at one commit", () => {
  const other = { key: "CI/voice", run: { id: 8, attempt: 1 } };

  it("have their reviews side by side, and each replaces its own", () => {
    const both = mention(
      { sha, step: other, reviews: [mentioned("b"), mentioned("c")] },
      gateOf("a", "b"),
      [],
    );
    expect(checkOf(both).title).toBe("3 of 3 reviews wait for a person");
    const fewer = mention({ sha, step, reviews: [] }, both, []);
    expect(fewer.reviews.map(({ id }) => id)).toEqual(["b", "c"]);
    expect(mention({ sha, step: other, reviews: [] }, fewer, []).reviews).toEqual([]);
  });

  it("keep waiting for what there was no room for", () => {
    const full = { ...gateOf("a"), omitted: 3 };
    expect(mention({ sha, step: other, reviews: [] }, full, []).omitted).toBe(3);
    expect(mention({ sha, step, reviews: [] }, full, []).omitted).toBe(0);
  });
});

it("an id too long to be kept waits", () => {
  expect(checkOf(gateOf("x".repeat(501))).title).toBe("1 of 1 review waits for a person");
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
            gate = mention(
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
              gate = changed(gate, decide(each.id, each.state, command));
            } else if (each.what === "begin") gate = changed(gate, begin(each.id, command));
            else
              gate = changed(gate, { what: "reassign", id: each.id, command, reassigned: { by: "kim", at } });
          }
        }
        if (gate === undefined) return;
        const check = checkOf(gate);
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

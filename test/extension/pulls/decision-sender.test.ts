/** The stored decisions of a pull request. */

import { describe, expect, test } from "vitest";
import { SharedState } from "../../../extension/editor/shared-state.ts";
import { storageIn } from "../../../extension/editor/storage.ts";
import type { PullRequestSummary } from "../../../extension/github/pull-request.ts";
import { commandOf, DecisionSender, dispatchOf } from "../../../extension/pulls/decision-sender.ts";
import { parseCommands } from "../../../shared/gate/comment-commands.ts";
import { parseDispatch } from "../../../shared/gate/dispatch.ts";
import type { Review } from "../../../shared/gate/state.ts";
import { FakeEditor, type FakeEditorOptions } from "../fake-editor.ts";

const pull: PullRequestSummary = {
  repository: { server: "https://github.com", owner: "octocat", name: "shop" },
  number: 7,
  title: "A change",
  address: "https://github.com/octocat/shop/pull/7",
  headSha: "a".repeat(40),
  isOpen: true,
};
const review: Review = { id: "rev_1", target: "batch: smoke", state: "open", steps: [0] };
const submit = { verb: "submit", fields: { verdict: "pass" } } as const;

function startSender(options: FakeEditorOptions = {}) {
  const editor = new FakeEditor(options);
  let now = Date.UTC(2026, 4, 12);
  const clock = { now: () => now, random: () => 0, after: () => () => {} };
  const storage = storageIn(editor.vscode, editor.context.globalStorageUri);
  const told = new DecisionSender({
    vscode: editor.vscode,
    profileState: new SharedState(editor.vscode, storage, editor.context.workspaceState),
    clock,
    decidedHere: () => undefined,
  });
  return {
    editor,
    told,
    pass: (milliseconds: number) => (now += milliseconds),
    iso: () => new Date(now).toISOString(),
  };
}

describe("a sent decision", () => {
  test("is late after two minutes, until the review check contains it", async () => {
    const { told, pass } = startSender();
    await told.dispatch(undefined, pull, review, submit).catch(() => {});
    expect(told.pendingDecisionOf(pull, review)).toMatchObject({
      refused: "You are not logged in to GitHub.",
      isLate: false,
    });
    const { told: sent, pass: later } = startSender();
    await sent.dispatch({ request: async () => {} } as never, pull, review, submit);
    expect(sent.pendingDecisionOf(pull, review)).toMatchObject({ isLate: false });
    later(120_001);
    expect(sent.pendingDecisionOf(pull, review)).toMatchObject({ isLate: true });
    expect(sent.pendingDecisionOf(pull, { ...review, state: "passed" })).toBeUndefined();
    pass(0);
  });

  test("about a reassignment is pending until the review check contains it", async () => {
    const { told, iso, pass } = startSender();
    const decision = { verb: "reassign", fields: { assignee: "kim" } } as const;
    await told.dispatch({ request: async () => {} } as never, pull, review, decision);
    const before = { by: "octocat", at: "2026-01-01T00:00:00Z", to: "lee" };
    expect(told.pendingDecisionOf(pull, { ...review, reassigned: before })).toBeDefined();
    pass(5_000);
    expect(told.pendingDecisionOf(pull, { ...review, reassigned: { ...before, at: iso() } })).toBeUndefined();
  });

  test("that replaces another is pending until the review check changes", async () => {
    const { told } = startSender();
    const decided: Review = { ...review, state: "failed", by: "kim", at: "2026-01-01T00:00:00Z" };
    await told.dispatch({ request: async () => {} } as never, pull, decided, { ...submit, again: true });
    expect(told.pendingDecisionOf(pull, decided)).toMatchObject({ again: true });
    expect(
      told.pendingDecisionOf(pull, {
        ...decided,
        state: "passed",
        by: "octocat",
        at: "2026-05-12T00:00:01Z",
      }),
    ).toBe(undefined);
    expect(told.pendingDecisionOf(pull, { ...decided, at: "2026-05-12T00:00:01Z" })).toBeUndefined();
  });

  test("that takes another back is pending until the review check contains it, and not only the one before", async () => {
    const { told } = startSender();
    const taken = { verb: "submit", fields: { verdict: "fail" }, again: true } as const;
    await told.dispatch({ request: async () => {} } as never, pull, review, taken);
    const first: Review = { ...review, state: "passed", by: "octocat", at: "2026-05-12T00:00:01Z" };
    expect(told.pendingDecisionOf(pull, first)).toMatchObject({ fields: { verdict: "fail" } });
    const both: Review = { ...first, state: "failed", before: { state: "passed", by: "octocat" } };
    expect(told.pendingDecisionOf(pull, both)).toBeUndefined();
    // CI carried out the second dispatch first, and ignores the other one.
    expect(told.pendingDecisionOf(pull, { ...first, state: "failed" })).toBeUndefined();
  });

  test("stays settled when the review opens again for another conversation", async () => {
    const { told } = startSender();
    await told.dispatch({ request: async () => {} } as never, pull, review, submit);
    const before = { by: "octocat", state: "passed" };
    expect(told.pendingDecisionOf(pull, { ...review, before } as Review)).toBeUndefined();
  });

  test("is forgotten once the review check contained it, so that a review whose check is gone is open again", async () => {
    const { told, pass } = startSender();
    await told.dispatch({ request: async () => {} } as never, pull, review, submit);
    const decided: Review = { ...review, state: "passed", by: "octocat", at: "2026-05-12T00:00:01Z" };
    await told.forgetTakenUp(pull, [decided]);
    expect(told.pendingDecisionOf(pull, review)).toBeDefined();
    pass(120_001);
    await told.forgetTakenUp(pull, [review]);
    expect(told.pendingDecisionOf(pull, review)).toMatchObject({ isLate: true });
    await told.forgetTakenUp(pull, [decided]);
    expect(told.pendingDecisionOf(pull, review)).toBeUndefined();
  });

  test("is kept when another window stores one, and when that window forgets an older one about the same review", async () => {
    const client = { request: async () => {} } as never;
    const one = startSender();
    const { storage, files } = one.editor;
    const other = startSender({ storage, files });
    const second: Review = { ...review, id: "rev_2" };
    await one.told.dispatch(client, pull, review, submit);
    await other.told.dispatch(client, pull, second, submit);
    await one.editor.settled();
    for (const { told } of [one, other, startSender({ storage, files })]) {
      await expect.poll(() => told.pendingDecisionOf(pull, review)).toBeDefined();
      expect(told.pendingDecisionOf(pull, second)).toBeDefined();
    }
    const decided: Review = { ...review, state: "passed", by: "octocat", at: "2026-05-12T00:00:01Z" };
    one.pass(120_001);
    other.pass(120_001);
    const forgotten = one.told.forgetTakenUp(pull, [decided]);
    await Promise.all([other.told.dispatch(client, pull, decided, { ...submit, again: true }), forgotten]);
    await one.editor.settled();
    await expect.poll(() => one.told.pendingDecisionOf(pull, decided)).toMatchObject({ again: true });
  });

  test("is kept when another window overwrites the file at the same moment", async () => {
    const client = { request: async () => {} } as never;
    const one = startSender();
    const { files } = one.editor;
    await one.told.dispatch(client, pull, review, submit);
    const file = files.paths().find(path => path.includes("shared")) ?? "";
    files.put(file, "{}");
    await one.told.look();
    expect(one.told.pendingDecisionOf(pull, review)).toBeDefined();
    await one.told.dispatch(client, pull, { ...review, id: "rev_2" }, submit);
    const other = startSender({ storage: new Map(), files });
    await other.told.look();
    expect(other.told.pendingDecisionOf(pull, review)).toBeDefined();
  });

  test("belongs to one review of one pull request", async () => {
    const { told } = startSender();
    await told.dispatch({ request: async () => {} } as never, pull, review, submit);
    expect(told.pendingDecisionOf({ ...pull, number: 8 }, review)).toBeUndefined();
    expect(told.pendingDecisionOf(pull, { ...review, id: "rev_2" })).toBeUndefined();
  });

  test("is read from storage with any content", () => {
    for (const stored of [
      null,
      1,
      [],
      { x: 1 },
      { x: { at: "no" } },
      { x: { at: 1, verb: "y", fields: {} } },
    ]) {
      const { told } = startSender({ storage: new Map([["callboard.told", stored]]) });
      expect(told.pendingDecisionOf(pull, review)).toBeUndefined();
    }
  });
});

describe("the payload", () => {
  test("is readable by the Action", () => {
    const answer = { status: "settled" };
    const { client_payload: payload } = dispatchOf(pull, "rev_1", submit, answer);
    expect(parseDispatch(payload)).toEqual({
      pull: 7,
      reviews: [{ id: "rev_1", verb: "submit", fields: { verdict: "pass" }, answer }],
    });
    const odd = { verb: "submit", fields: { comment: 'a "quoted"\nline', again: "x", n: 1 } } as const;
    expect(parseCommands(commandOf("rev 1", odd)).lines).toMatchObject([
      { mistake: expect.stringContaining("again") },
    ]);
  });

  test("marks the replacement of a decision, in a dispatch and in a comment", () => {
    const again = { ...submit, again: true } as const;
    const { client_payload: payload } = dispatchOf(pull, "rev_1", again);
    expect(payload).toMatchObject({ reviews: [{ id: "rev_1", again: true }] });
    expect(parseDispatch(payload).reviews).toEqual([{ id: "rev_1", ...again }]);
    expect(parseCommands(commandOf("rev_1", again)).lines).toMatchObject([
      { command: { verb: "submit", review: "rev_1", fields: { verdict: "pass" }, again: true } },
    ]);
    expect(() =>
      parseDispatch({
        version: 1,
        pull_request: 7,
        reviews: [{ id: "r", operation: "submitReview", again: 1 }],
      }),
    ).toThrow("`reviews[0].again` is not true");
  });

  test("has at most 64 KB and leaves the service's response out if necessary", () => {
    const answer = { transcript: "é".repeat(40_000) };
    const { client_payload: payload } = dispatchOf(pull, "rev_1", submit, answer);
    expect(Buffer.byteLength(JSON.stringify(payload))).toBeLessThan(64 * 1024);
    expect(parseDispatch(payload).reviews).toEqual([{ id: "rev_1", verb: "submit", fields: submit.fields }]);
  });
});

/** The gate in the editor is the sum of all check runs that CI's jobs wrote. */

import { deflateSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { applyChange } from "../../../shared/gate/change.ts";
import { longestCheckMark, writeGateMark } from "../../../shared/gate/mark.ts";
import type { Gate, ReviewState } from "../../../shared/gate/state.ts";
import { reviewsExternalId } from "../../../shared/github/external-id.ts";
import {
  commentAndSettle,
  gateName,
  latestCheckRun,
  responseWithReviews,
  runReviewStep,
} from "../../action/steps/reviews.ts";
import type { TokenKind } from "../../github/emulator.ts";
import { type LocalGitHub, startGitHub } from "../../github/github.ts";
import { startScriptedService } from "../../shared/run/scripted-service.ts";
import { openClone, pullRequestView, report } from "./clone.ts";

let github: LocalGitHub;
beforeAll(async () => {
  github = await startGitHub({ enterprise: true });
});
afterAll(() => github[Symbol.asyncDispose]());

let branches = 0;

/** A pull request whose report mentions two reviews. */
async function begin() {
  const pull = await github.createPullRequest({ branch: `summed-${++branches}` });
  const place = { github, pull };
  await report(place, { reviews: [{ id: "rev_1" }, { id: "rev_2" }] });
  const { gate } = await latestCheckRun(place, pull.headSha);
  const window = openClone(place);
  return {
    ...window,
    pull,
    gate,
    decided: (id: string, state: ReviewState): Gate =>
      applyChange(gate, {
        ...{ what: "decide", id, state, by: "kim", at: "2026-03-09T10:00:00Z", command: id },
        evidence: `verdict=${state}`,
      }),
    /** Creates a check run as a job does, before the job knows its id. */
    async make(gate: Gate, { by = "app", externalId = reviewsExternalId }: MadeBy = {}): Promise<void> {
      const { line } = writeGateMark({ gate }, bytes => deflateSync(bytes), longestCheckMark);
      await github.ask(by, "POST", `/repos/${github.repo.fullName}/check-runs`, {
        name: gateName,
        head_sha: pull.headSha,
        external_id: externalId,
        status: "in_progress",
        output: { title: "A title", summary: "A summary", text: line },
      });
    },
    async tooltip(): Promise<string> {
      const row = (await window.editor.row(pullRequestView, "CI/scenarios")) as { tooltip: string };
      return row.tooltip;
    },
  };
}

interface MadeBy {
  readonly by?: TokenKind;
  readonly externalId?: string;
}

describe("check runs of one name", () => {
  test("are summed, even if two jobs wrote them at the same time", async () => {
    const { decided, make, shows, tooltip } = await begin();
    await make(decided("rev_1", "passed"));
    await make(decided("rev_2", "failed"));
    const rows = await shows("CI/scenarios");
    expect(rows).toContain("(pass) rev_1  passed · @kim");
    expect(rows).toContain("(error) rev_2  failed · @kim");
    expect(await tooltip()).toContain("Callboard reviews: 1 of 2 reviews failed");
  });

  test("count if a push created them before the pull request", async () => {
    const { decided, make, shows } = await begin();
    const { pull: _, ...gate } = decided("rev_1", "passed");
    await make(gate);
    expect(await shows("CI/scenarios")).toContain("(pass) rev_1  passed");
  });

  test("are ignored if they belong to another pull request, commit, app or kind", async () => {
    const { decided, make, pull, shows } = await begin();
    const gate = decided("rev_1", "passed");
    await make({ ...gate, pull: pull.number + 1 });
    await make({ ...gate, sha: pull.baseSha });
    await make(gate, { by: "other-app" });
    await make(gate, { externalId: "another" });
    expect(await shows("CI/scenarios")).toContain("(bell) rev_1  waits for a person");
  });

  test("are all read, even over several pages, and cost no rate limit the next time", async () => {
    const { asked, decided, editor, gate, make, shows } = await begin();
    for (let made = 1; made < 100; made++) await make(gate);
    await make(decided("rev_1", "passed"));
    const requests = () => asked().flatMap(each => /\/check-runs (\d+)$/.exec(each)?.[1] ?? []);
    requests();
    expect(await shows("CI/scenarios")).toContain("(pass) rev_1  passed");
    expect(requests()).toEqual(["200", "200"]);
    await editor.run("callboard.lookAgain");
    expect(await shows("CI/scenarios")).toContain("(pass) rev_1  passed");
    expect(requests()).toEqual(["304", "304"]);
  });
});

describe("a report", () => {
  /** A report that waits only for one review. */
  async function beginWaiting() {
    const service = await startScriptedService(({ id, fields }) =>
      id === "smoke" ? responseWithReviews("rev_1") : fields,
    );
    const pull = await github.createPullRequest({ branch: `followed-${++branches}` });
    const place = { github, pull, url: service.url };
    await runReviewStep(place);
    return { ...openClone(place), place, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() };
  }

  test.each([
    ["pass", "(pass) CI/scenarios  2 passed", "### 🟢 Passed, 1 by people", "🟢 Passed: **Case of rev_1**"],
    ["fail", "(error) CI/scenarios  1 failed, 1 passed", "### 🔴 Failed: 1 of 1 review", "🔴 Failed: **Case"],
  ])(
    "whose reviews are all decided as %s says so, as the comment's headline does",
    async (verdict, row, headline, review) => {
      await using started = await beginWaiting();
      const { editor, place, shows } = started;
      expect(await shows("CI/scenarios")).toContain("CI/scenarios  1 review waits · 1 undecided, 1 passed");
      await editor.run("callboard.openPullReport", await editor.row(pullRequestView, "CI/scenarios"));
      const { page } = editor;
      await commentAndSettle(place, `/callboard submit rev_1 verdict=${verdict}`);
      await editor.run("callboard.lookAgain");
      expect(await shows("CI/scenarios")).toContain(row);
      // The open report follows the decision.
      await expect.poll(() => page?.html).toContain(headline);
      await editor.run("callboard.openPullReport", await editor.row(pullRequestView, "CI/scenarios"));
      expect(editor.page?.html).toContain(headline);
      expect(editor.page?.html).toContain(review);
      expect(editor.page?.html).not.toMatch(/#### (Undecided|Failed)/);
      // The raw JSON still contains CI's own verdict.
      await editor.run("callboard.showRawPullReport", await editor.row(pullRequestView, "CI/scenarios"));
      expect(JSON.parse(await editor.lastShown())).toMatchObject({ results: { summary: { passed: 1 } } });
    },
  );
});

/** Reviews of a pull request, decided from the editor and settled by the committed bundle of the Action. */

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type GateScene, latestCheckRun, statesOf } from "../../action/steps/reviews.ts";
import { settleWorkflow } from "../../action/steps/workflows.ts";
import { faults } from "../../github/faults.ts";
import { type LocalGitHub, startGitHub } from "../../github/github.ts";
import {
  type ScriptedRequest,
  type ScriptedResponse,
  startScriptedService,
  status,
} from "../../shared/run/scripted-service.ts";
import type { FakePanel } from "../fake-editor.ts";
import { InstantClock } from "../window.ts";
import { openClone, pullRequestView, report } from "./clone.ts";

let github: LocalGitHub;
beforeAll(async () => {
  github = await startGitHub({ enterprise: true });
});
afterAll(() => github[Symbol.asyncDispose]());

const key = "a-persons-own-key";
let branches = 0;

/** A pull request whose report mentions two reviews, and a window connected to the service. */
async function begin({
  connected = true,
  ids = ["rev_1", "rev_2"],
  answer = ({ fields }: ScriptedRequest): ScriptedResponse => ({ ...fields, status: "received" }),
} = {}) {
  const service = await startScriptedService(answer);
  const pull = await github.createPullRequest({ branch: `decided-${++branches}` });
  const place: GateScene = { github, pull, url: service.url };
  const workflow = settleWorkflow(place);
  await report(place, {
    reviews: ids.map(id => ({ id, label: `Question of ${id}` })),
  });
  // The present time, because CI's jobs write it into the review check.
  const window = openClone(place, {}, {}, new InstantClock(Date.now));
  const { editor } = window;
  if (connected) {
    editor.will(service.url, "Staging", key);
    await editor.run("callboard.connect");
  }
  await window.shows("Question of");
  return {
    ...window,
    place,
    workflow,
    settled: () => service.requests,
    row: (label: string) => editor.row(pullRequestView, label),
    states: async () => statesOf((await latestCheckRun(place, pull.headSha)).gate),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

/** A row of a view of the service in use. */
function ownRow(kind: string, id: string) {
  return { subject: { type: "record", record: { key: `${kind} ${id}`, kind, id, name: id } } };
}

describe("with a person's own key", () => {
  test("a review is submitted once, sent to the pull request, and shown as in the review check", async () => {
    await using started = await begin();
    const { editor, place, row, settled, shows, states, workflow } = started;
    await editor.run("callboard.openPullReview", await row("Question of rev_1"));
    expect(editor.panel?.text).toContain("Question of rev_1");
    expect(editor.panel?.text).toContain(`octocat/shop #${place.pull.number}`);
    editor.panel?.send("decide 0", { "1": "well done" });
    editor.panel?.send("decide 0", { "1": "well done" });
    expect(await shows("; CI takes")).toContain("(sync) Question of rev_1  decided; CI takes it up");
    expect(settled()).toEqual([
      { operation: "submitReview", id: "rev_1", fields: { verdict: "pass" }, key, time: 1 },
    ]);
    // No command here decides the review a second time.
    await editor.run("callboard.decideThroughPull", await row("Question of rev_1"));
    expect(editor.said.at(-1)).toContain("decided; CI takes it up");

    await workflow();
    expect(await states()).toEqual({ rev_1: "passed", rev_2: "open" });
    await editor.run("callboard.lookAgain");
    expect(await shows("passed")).toContain("(pass) Question of rev_1  passed · @octocat");
    expect(await editor.tree("callboard.reviews")).toMatch(
      /Settled {2}1\n {2}\(pass\) Question of rev_1 {2}passed · rev_1/,
    );
    expect(settled()).toHaveLength(1);
    expect(github.violations()).toEqual([]);
    expect(await editor.everything()).not.toContain(github.token("user"));
  });

  test("a reassignment is sent to the pull request", async () => {
    await using started = await begin();
    const { editor, row, settled, shows, states, workflow } = started;
    editor.will({ typed: "kim" });
    await editor.run("callboard.reassignPullReview", await row("Question of rev_2"));
    expect(await shows("; CI takes")).toContain("(sync) Question of rev_2  reassigned; CI takes it up");
    // The review still waits, for another person.
    await editor.run("callboard.openPullReview", await row("Question of rev_2"));
    expect(editor.panel?.text).toMatch(/Waiting, 2 of 2[\s\S]*kim[\s\S]*pass/);
    expect(settled()).toMatchObject([{ operation: "reassignReview", id: "rev_2", key }]);
    await workflow();
    expect(await states()).toEqual({ rev_1: "open", rev_2: "open" });
    await editor.run("callboard.lookAgain");
    expect(await shows("assigned")).toContain(
      "(bell) Question of rev_2  waits for a person · assigned to kim",
    );
  });

  test("without write access the row shows the reason, somebody else can send the decision, and nothing is submitted twice", async () => {
    await using started = await begin();
    const { editor, row, settled, shows, states, workflow } = started;
    github.failNext("POST /dispatches", faults.unknown);
    await editor.run("callboard.openPullReview", await row("Question of rev_1"));
    editor.panel?.send("decide 1");
    expect(await shows("could not be updated")).toContain(
      "(warning) Question of rev_1  decided, but the pull request could not be updated",
    );
    await expect
      .poll(() => editor.panel?.text)
      .toContain("could not be updated: you may not write to octocat/shop (GitHub: Not Found)");
    await editor.run("callboard.copyPullCommand", await row("Question of rev_1"));
    expect(editor.clipboard).toMatch(
      /^gh api --hostname \S+ repos\/octocat\/shop\/dispatches --input - <<'END'\n\{/,
    );
    const [, body = ""] = editor.clipboard.split("\n");
    expect(JSON.parse(body)).toMatchObject({
      event_type: "callboard-review",
      client_payload: {
        version: 1,
        reviews: [
          { id: "rev_1", fields: { verdict: "fail" }, answer: { verdict: "fail", status: "received" } },
        ],
      },
    });
    await editor.run("callboard.tellAgain", await row("Question of rev_1"));
    await shows("; CI takes it up");
    await workflow();
    expect(await states()).toEqual({ rev_1: "failed", rev_2: "open" });
    expect(settled()).toHaveLength(1);
  });

  test("a review decided in the Reviews view is not decided twice: a click sends the decision to the pull request", async () => {
    await using started = await begin();
    const { editor, row, settled, shows, states, workflow } = started;
    await editor.run("callboard.openPullReview", await row("Question of rev_1"));
    editor.github.tokens.clear();
    editor.will("pass", "Leave out");
    await editor.run("callboard.submitReview", ownRow("review", "rev_1"));
    expect(settled()).toMatchObject([{ operation: "submitReview", id: "rev_1" }]);
    editor.github.tokens.set("github-enterprise", github.token("user"));
    expect(await shows("send it")).toContain(
      "(warning) Question of rev_1  decided here; send it to the pull request",
    );
    editor.panel?.send("decide 1");
    await editor.settled();
    expect(settled()).toHaveLength(1);
    await editor.run("callboard.tellAgain", await row("Question of rev_1"));
    await shows("; CI takes it up");
    expect(github.dispatches.at(-1)?.client_payload).toMatchObject({
      reviews: [{ id: "rev_1", answer: { verdict: "pass", status: "received" } }],
    });
    await workflow();
    expect(await states()).toEqual({ rev_1: "passed", rev_2: "open" });
  });

  test("a review whose decision the service refused does not count as decided here", async () => {
    const byColleague = { reviews: [{ id: "rev_1", status: "settled", verdict: "fail" }] };
    await using started = await begin({
      answer: ({ operation }) => (operation === "submitReview" ? status(409) : byColleague),
    });
    const { asked, editor, row } = started;
    editor.will("pass", "Leave out");
    await editor.run("callboard.submitReview", ownRow("review", "rev_1"));
    expect(editor.said.at(-1)).toMatch(/^error: The service refused it\. .*\(Submit review, 409\)/);
    await editor.run("callboard.runNow", ownRow("batch", "smoke"));
    expect(await editor.tree("callboard.reviews")).toMatch(/rev_1 {2}failed/);
    expect(await editor.tree(pullRequestView)).toContain("Question of rev_1  waits for a person");
    asked();
    await editor.run("callboard.tellAgain", await row("Question of rev_1"));
    expect(editor.said.at(-1)).toBe(
      "warning: No decision about this review is left to send to the pull request.",
    );
    expect(asked().filter(each => each.startsWith("POST"))).toEqual([]);
  });

  test("an open page does not overrule another person's decision", async () => {
    await using started = await begin();
    const { editor, place, row, settled, workflow } = started;
    await editor.run("callboard.openPullReview", await row("Question of rev_1"));
    await github.comment(place.pull.number, "/callboard submit rev_1 verdict=fail");
    await workflow();
    expect(settled()).toHaveLength(1);
    editor.panel?.send("decide 0");
    await expect.poll(() => editor.panel?.text).toContain("Nothing was sent: it was decided before");
    expect(settled()).toHaveLength(1);
  });

  test("the page names a service that was put in use later, and a click on the earlier page sends it nothing", async () => {
    await using started = await begin();
    const { editor, requests, row, settled } = started;
    await editor.run("callboard.openPullReview", await row("Question of rev_1"));
    const before = editor.panel?.content ?? "";
    expect(editor.panel?.text).toContain("service\nStaging\n");
    editor.will("Embedded");
    await editor.run("callboard.switchService");
    await expect.poll(() => editor.panel?.text).toContain("service\nEmbedded service\n");
    if (editor.panel) editor.panel.content = before;
    editor.panel?.send("decide 0");
    await editor.settled();
    expect(settled()).toEqual([]);
    expect(requests.filter(line => line.includes("/submit"))).toEqual([]);
  });

  test.each(["on its page", "in the Reviews view"])(
    "one that is being decided %s, or may have been, is not decided through the pull request as well",
    async where => {
      await using started = await begin();
      const { asked, editor, row } = started;
      await editor.run("callboard.openPullReview", await row("Question of rev_1"));
      const { fetch } = globalThis;
      let breakOff = () => {};
      const arrived = new Promise<void>(tell => {
        globalThis.fetch = async (input, init) => {
          if (!String(input).endsWith("/submit")) return fetch(input, init);
          tell();
          await new Promise<void>(resolve => {
            breakOff = resolve;
          });
          throw new TypeError("fetch failed", { cause: { code: "ECONNRESET" } });
        };
      });
      onTestFinished(() => {
        globalThis.fetch = fetch;
      });
      const throughPull = async () => {
        editor.will("pass", "Leave out", "Comment");
        await editor.run("callboard.decideThroughPull", await row("Question of rev_1"));
        expect(editor.said.at(-1)).toBe(
          "warning: A decision may have arrived: look at the review in the service first.",
        );
        expect(asked().filter(each => each.startsWith("POST"))).toEqual([]);
      };
      if (where === "on its page") editor.panel?.send("decide 0");
      else {
        editor.will("pass", "Leave out");
        editor.run("callboard.submitReview", ownRow("review", "rev_1"));
      }
      await arrived;
      await throughPull();
      breakOff();
      await expect
        .poll(() => [editor.panel?.text, ...editor.said].join())
        .toContain("may have acted all the same");
      await throughPull();
      await editor.run("callboard.openPullReview", await row("Question of rev_1"));
      expect(editor.panel?.text).toContain("I have looked: decide again");
    },
  );

  test("a second click sends nothing twice", async () => {
    await using started = await begin();
    const { asked, editor, row, shows } = started;
    github.failNext("POST /dispatches", faults.refused);
    await editor.run("callboard.openPullReview", await row("Question of rev_1"));
    editor.panel?.send("decide 0");
    await shows("could not be updated");
    asked();
    const stuck = await row("Question of rev_1");
    await Promise.all([editor.run("callboard.tellAgain", stuck), editor.run("callboard.tellAgain", stuck)]);
    await editor.run("callboard.tellAgain", stuck);
    expect(asked().filter(each => each.startsWith("POST"))).toEqual(["POST /dispatches 204"]);
    expect(github.dispatches.at(-1)?.client_payload).toMatchObject({
      reviews: [{ id: "rev_1", answer: { verdict: "pass", status: "received" } }],
    });
  });

  test("the report's row counts the waiting reviews as the badge does", async () => {
    await using started = await begin({ ids: ["rev_1", "rev_2"] });
    const { editor, row, shows } = started;
    await editor.run("callboard.openPullReview", await row("Question of rev_1"));
    editor.panel?.send("decide 0");
    expect(await shows("; CI takes it up")).toContain("1 review waits");
    expect(editor.badge("callboard.reviews")).toBe(1);
  });

  test("a sent decision stays known in the next window", async () => {
    await using started = await begin();
    const { editor, place, row, shows } = started;
    await editor.run("callboard.openPullReview", await row("Question of rev_1"));
    editor.panel?.send("decide 0");
    await shows("; CI takes it up");
    const { globalStorage, storage, secrets } = editor;
    const next = openClone(place, {}, { globalStorage, storage, secrets });
    expect(await next.shows("rev_1")).toContain("Question of rev_1  decided; CI takes it up");
  });

  test("a page without a review says that reviews of the pull request wait", async () => {
    await using started = await begin();
    const { editor } = started;
    await editor.run("callboard.openReview", ownRow("review", "rev_9"));
    await expect
      .poll(() => editor.panel?.text)
      .toBe("No review of the service waits. In the pull request: 2");
  });

  test("a decision that a reload interrupted leads back to its review", async () => {
    await using started = await begin();
    const { editor, place, row, settled } = started;
    await editor.run("callboard.openPullReview", await row("Question of rev_1"));
    const { fetch } = globalThis;
    const arrived = new Promise<void>(tell => {
      globalThis.fetch = (input, init) => {
        if (!String(input).endsWith("/submit")) return fetch(input, init);
        tell();
        return new Promise(() => {});
      };
    });
    onTestFinished(() => {
      globalThis.fetch = fetch;
    });
    editor.panel?.send("decide 0");
    await arrived;
    globalThis.fetch = fetch;
    await editor.sight(pullRequestView, false);
    await editor.settled();
    const { globalStorage, storage, secrets, settings, files } = editor;
    const next = openClone(place, {}, { globalStorage, storage: new Map(storage), secrets, files });
    const { asked } = next;
    await next.editor.changeUserSetting("callboard.services", settings.user.get("callboard.services"));
    await expect.poll(() => next.editor.said).toEqual([expect.stringContaining("“Question of rev_1”: ")]);
    const { serializers, vscode } = next.editor;
    const panel = vscode.window.createWebviewPanel("callboard.review", "", -1) as unknown as FakePanel;
    await serializers.get("callboard.review")?.deserializeWebviewPanel(panel as never, "rev_1");
    await expect.poll(() => panel.text).toMatch(/^“Question of rev_1”: .*\nShow this review\n/);
    // Nothing is sent to GitHub before the person asks for the review.
    expect(asked()).toEqual([]);
    panel.send(panel.content.match(/(?<=data-action=")show \d+/)?.[0] ?? "");
    await expect
      .poll(() => panel.text)
      .toMatch(/Question of rev_1[\s\S]*I have looked: decide again\nComment \[C\]$/);
    expect(panel.text).not.toContain("Show this review");
    expect(panel.title).toBe("Question of rev_1");
    expect(settled()).toEqual([]);
  });

  test("a review that another window decided is not decided again in this one", async () => {
    await using started = await begin();
    const { editor, place, row, settled, shows } = started;
    const { files, globalStorage, secrets, settings } = editor;
    // The other window gets no event of the profile's files, as in a container.
    const onDid = () => ({ dispose() {} });
    const watcher = () => ({ onDidCreate: onDid, onDidChange: onDid, onDidDelete: onDid, dispose() {} });
    Object.assign(files, { watcher });
    const other = openClone(place, {}, { files, globalStorage, secrets });
    await other.editor.changeUserSetting("callboard.services", settings.user.get("callboard.services"));
    await other.shows("rev_1");
    await other.editor.run(
      "callboard.openPullReview",
      await other.editor.row(pullRequestView, "Question of rev_1"),
    );
    await editor.run("callboard.openPullReview", await row("Question of rev_1"));
    editor.panel?.send("decide 0");
    await shows("; CI takes it up");
    // Until then, the other window would say that this one is deciding.
    await expect.poll(() => editor.panel?.text).toContain("The decision was sent to the pull request.");
    other.editor.panel?.send("decide 1");
    await expect.poll(() => other.editor.panel?.text).toContain("Nothing was sent: decided; CI takes");
    expect(settled()).toHaveLength(1);
  });

  test("a decision that the service refuses is not sent to the pull request", async () => {
    await using started = await begin();
    const { editor, row, shows, asked } = started;
    await started[Symbol.asyncDispose]();
    await editor.run("callboard.openPullReview", await row("Question of rev_1"));
    asked();
    editor.panel?.send("decide 0");
    await expect.poll(() => editor.panel?.text).toContain("Nothing responds at");
    expect(await shows("Question of rev_1  waits")).toContain("waits for a person");
    expect(asked().filter(each => each.startsWith("POST"))).toEqual([]);
  });
});

describe("a decided review", () => {
  /** Decided by octocat's comments, which CI has settled. */
  async function beginDecided() {
    const ids = ["rev_1", "rev_2", "rev_3"];
    const started = await begin({ ids });
    const { editor, place, shows, workflow } = started;
    const commands = ids.map(id => `/callboard submit ${id} verdict=fail`).join("\n");
    await github.comment(place.pull.number, commands);
    await workflow();
    await editor.run("callboard.lookAgain");
    await shows("(error) Question of rev_3  failed · @octocat");
    const before = started.settled().length;
    return { ...started, settled: () => started.settled().slice(before) };
  }
  const answers = ["pass", "Leave out", "Decide again"] as const;
  const again = (id: string) => ({ reviews: [{ id, again: true, fields: { verdict: "pass" } }] });

  test("is decided again from its row, its page and the palette, after a question that names the earlier decision", async () => {
    await using started = await beginDecided();
    const { asked, editor, row, settled, shows } = started;
    asked();
    editor.will("pass", "Leave out", undefined);
    await editor.run("callboard.decideAgain", await row("Question of rev_1"));
    expect(editor.said.at(-1)).toContain(
      "Submit it to Staging with your own key?\nIt replaces the decision: failed by @octocat.\nThe new decision: passed.",
    );
    expect([settled(), asked().filter(each => each.startsWith("POST"))]).toEqual([[], []]);

    editor.will(...answers);
    await editor.run("callboard.decideAgain", await row("Question of rev_1"));
    expect(editor.said.at(-1)).toContain("The decision was sent to the pull request.");
    expect(github.dispatches.at(-1)?.client_payload).toMatchObject(again("rev_1"));

    await editor.run("callboard.openPullReview", await row("Question of rev_2"));
    expect(editor.panel?.text).toMatch(/Settled · failed · @octocat[\s\S]*Decide again…/);
    editor.will(...answers);
    editor.panel?.send("revise");
    await shows("(sync) Question of rev_2  decided; CI takes it up");
    await expect.poll(() => github.dispatches.at(-1)?.client_payload).toMatchObject(again("rev_2"));

    editor.will("Question of rev_3", ...answers);
    await editor.run("callboard.decideAgain");
    expect(github.dispatches.at(-1)?.client_payload).toMatchObject(again("rev_3"));

    const submitted = ["rev_1", "rev_2", "rev_3"].map(id => ({
      operation: "submitReview",
      id,
      fields: { verdict: "pass" },
      key,
    }));
    expect(settled()).toMatchObject(submitted);
    // The list lacks the decisions that CI has not taken up.
    await editor.run("callboard.decideAgain");
    expect(editor.said.at(-1)).toBe("warning: No review was decided yet.");
    expect(settled()).toHaveLength(3);
  });

  test("keeps what was written for a new decision that is not sent, until it is", async () => {
    await using started = await beginDecided();
    const { editor, row, settled } = started;
    editor.will("pass", { abandon: "The handover was too" });
    await editor.run("callboard.decideAgain", await row("Question of rev_1"));
    editor.will("pass", { typed: "The handover was too late" }, undefined);
    await editor.run("callboard.decideAgain", await row("Question of rev_1"));
    expect(editor.said.join("\n")).toContain("The handover was too");
    expect(settled()).toEqual([]);
    editor.will("pass", "The handover was too late", "Decide again");
    await editor.run("callboard.decideAgain", await row("Question of rev_1"));
    expect(settled()).toMatchObject([{ fields: { verdict: "pass", comment: "The handover was too late" } }]);
    editor.will("pass", { abandon: "" });
    const before = editor.said.length;
    await editor.run("callboard.decideAgain", await row("Question of rev_1"));
    expect(editor.said.slice(before).join("\n")).not.toContain("The handover");
  });

  test("is not decided again if another decision came while the question was open", async () => {
    await using started = await begin();
    const { editor, place, row, settled, workflow } = started;
    await github.comment(place.pull.number, "/callboard submit rev_1 verdict=fail");
    await workflow();
    editor.will(...answers);
    await editor.run("callboard.decideAgain", await row("Question of rev_1"));
    expect(editor.said.at(-1)).toBe("warning: Nothing was sent: somebody has decided it meanwhile");
    expect(settled()).toHaveLength(1);
  });

  test("that is decided again in the Reviews view is not left as it was in the gate: a click sends the new decision", async () => {
    await using started = await beginDecided();
    const { editor, row, settled, shows, states, workflow } = started;
    const decideHere = async (verdict: "pass" | "fail", ...confirmed: string[]) => {
      editor.will(verdict, "Leave out", ...confirmed);
      await editor.run("callboard.submitReview", ownRow("review", "rev_1"));
    };
    await decideHere("pass");
    expect(settled()).toMatchObject([
      { operation: "submitReview", id: "rev_1", fields: { verdict: "pass" } },
    ]);
    expect(await shows("send it")).toContain(
      "(warning) Question of rev_1  decided here; send it to the pull request · @octocat",
    );
    await editor.run("callboard.tellAgain", await row("Question of rev_1"));
    expect(github.dispatches.at(-1)?.client_payload).toMatchObject(again("rev_1"));
    await shows("(sync) Question of rev_1  decided; CI takes it up");

    // The next decision is newer than the sent one, whether or not CI has taken that one up.
    await decideHere("fail", "Decide again");
    await shows("(warning) Question of rev_1  decided here; send it");
    await workflow();
    expect(await states()).toMatchObject({ rev_1: "passed" });
    await editor.run("callboard.lookAgain");
    await shows("(warning) Question of rev_1  decided here; send it");
    await editor.run("callboard.tellAgain", await row("Question of rev_1"));
    await workflow();
    expect(await states()).toMatchObject({ rev_1: "failed", rev_2: "failed" });
    await editor.run("callboard.lookAgain");
    await shows("(error) Question of rev_1  failed · @octocat");
    expect(settled()).toHaveLength(2);
  });

  test("that is decided here as the gate has it needs no further word to the pull request", async () => {
    await using started = await beginDecided();
    const { editor } = started;
    editor.will("fail", "Leave out");
    await editor.run("callboard.submitReview", ownRow("review", "rev_1"));
    expect(await editor.tree(pullRequestView)).toContain("(error) Question of rev_1  failed · @octocat");
  });

  test("is taken back before CI has recorded it, after the question that any second decision asks", async () => {
    await using started = await begin();
    const { editor, row, settled, shows, states, workflow } = started;
    await editor.run("callboard.openPullReview", await row("Question of rev_1"));
    editor.panel?.send("decide 0");
    await shows("decided; CI takes it up");
    await expect.poll(() => editor.panel?.text).toMatch(/Take back… \[T\]/);
    const takeBack = async (...answers: (string | undefined)[]) => {
      editor.will("fail", "Leave out", ...answers);
      const [action = ""] = editor.panel?.content.match(/(?<=data-action=")revise \d+/) ?? [];
      editor.panel?.send(action);
      await editor.settled();
    };
    await takeBack(undefined);
    expect(editor.said.at(-1)).toContain(
      "Submit it to Staging with your own key?\nIt replaces the decision: passed.\nThe new decision: failed.",
    );
    expect(editor.panel?.title).toBe("Question of rev_1");
    expect(settled()).toHaveLength(1);

    editor.will("fail", "Leave out", "Decide again");
    editor.panel?.send("revise");
    await expect
      .poll(settled)
      .toMatchObject([{ fields: { verdict: "pass" } }, { fields: { verdict: "fail" } }]);
    await expect
      .poll(() => github.dispatches.at(-1)?.client_payload)
      .toMatchObject({ reviews: [{ id: "rev_1", again: true, fields: { verdict: "fail" } }] });
    await workflow();
    expect(await states()).toMatchObject({ rev_1: "failed" });
    await editor.run("callboard.lookAgain");
    await shows("(error) Question of rev_1  failed · @octocat");
  });

  test("is decided again by a comment or by somebody with write access", async () => {
    await using started = await beginDecided();
    const { editor, place, row, shows } = started;
    editor.will("pass", "Leave out", "Comment");
    await editor.run("callboard.decideThroughPull", await row("Question of rev_1"));
    const command = "/callboard submit rev_1 verdict=pass again=true";
    expect(editor.said.join("\n")).toContain(
      `as yourself?\nIt replaces the decision: failed by @octocat.\nThe new decision: passed.\n${command}`,
    );
    expect(await shows("commented")).toContain("(sync) Question of rev_1  commented; CI takes it up");
    expect((await github.comments(place.pull.number)).at(-1)).toMatchObject({ body: command });

    github.failNext("POST /dispatches", faults.unknown);
    editor.will(...answers);
    await editor.run("callboard.decideAgain", await row("Question of rev_2"));
    expect(editor.said.at(-1)).toContain(
      "The pull request could not be updated: you may not write to octocat/shop",
    );
    await shows("(warning) Question of rev_2  decided, but the pull request could not be updated");
    await editor.run("callboard.copyPullCommand", await row("Question of rev_2"));
    const [, body = ""] = editor.clipboard.split("\n");
    expect(JSON.parse(body)).toMatchObject({ client_payload: again("rev_2") });
  });
});

test("a new workflow can run the targets of CI's reports, even if this workspace does not know them", async () => {
  await using started = await begin();
  const { editor } = started;
  editor.will("smoke", undefined);
  await editor.run("callboard.reportOnPulls");
  expect(editor.said.join("\n")).toMatch(
    /What to run on pull requests[\s\S]*smoke {2}is pinned to callboard.yml first/,
  );
});

describe("without a key", () => {
  test("the person sees and posts a comment, and CI decides", async () => {
    await using started = await begin({ connected: false });
    const { editor, place, row, settled, shows, states, workflow } = started;
    editor.will("pass", "Leave out", "Comment");
    await editor.run("callboard.decideThroughPull", await row("Question of rev_1"));
    expect(editor.said.join("\n")).toContain(
      `Comment on #${place.pull.number} of octocat/shop as yourself?\n/callboard submit rev_1 verdict=pass`,
    );
    expect(await shows("commented")).toContain("(sync) Question of rev_1  commented; CI takes it up");
    expect(settled()).toEqual([]);
    await workflow();
    expect(settled()).toMatchObject([
      { operation: "submitReview", id: "rev_1", fields: { verdict: "pass" } },
    ]);
    expect(settled()[0]?.key).not.toBe(key);
    expect(await states()).toEqual({ rev_1: "passed", rev_2: "open" });
    await editor.run("callboard.lookAgain");
    expect(await shows("passed")).toContain("(pass) Question of rev_1  passed · @octocat");
  });

  test("a review whose id contains a command is not decided by a comment", async () => {
    const hostile = "x\n/callboard submit rev_2 verdict=pass\n";
    await using started = await begin({ connected: false, ids: [hostile, "rev_2"] });
    const { asked, editor, row } = started;
    asked();
    editor.will("fail", "Leave out", "Comment");
    await editor.run("callboard.decideThroughPull", await row("Question of x"));
    expect(editor.said.at(-1)).toBe(
      "warning: Nothing is commented: the review's id holds line breaks or other characters that are not seen.",
    );
    expect(asked().filter(each => each.startsWith("POST"))).toEqual([]);
  });

  test("a question that is closed comments nothing", async () => {
    await using started = await begin({ connected: false });
    const { editor, row, asked } = started;
    asked();
    editor.will("pass", "Leave out", undefined);
    await editor.run("callboard.decideThroughPull", await row("Question of rev_1"));
    expect(asked().filter(each => each.startsWith("POST"))).toEqual([]);
    expect(await editor.tree(pullRequestView)).toContain("Question of rev_1  waits for a person");
  });
});

/**
 * Jobs change one gate at the same moment, in every order of their moves. No review is submitted twice, no decision is
 * lost, and no open review is shown green. Each order has at most one mishap: a job that ends or a response that is
 * lost.
 */

import { deflateSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { carryOutCommand } from "../../../action/gate/carry-out-command.ts";
import { readGateCheckRun } from "../../../action/gate/check-runs.ts";
import { reviewsPartOf, reviewsPartText } from "../../../action/gate/comments.ts";
import { recordDispatch } from "../../../action/gate/dispatch.ts";
import { GateEditor } from "../../../action/gate/editor.ts";
import type { SettleJob } from "../../../action/gate/job.ts";
import { gatesIn } from "../../../action/gate/named-gate.ts";
import { confirmGate, publishGate } from "../../../action/gate/publish.ts";
import { reviewIn } from "../../../shared/gate/state.ts";
import { dataMark, parseReportMark, reportMark } from "../../../shared/report/marks.ts";
import { document, smoke } from "../../shared/report/support.ts";
import { type Mishap, type Move, World } from "./moves.ts";

const name = "Callboard reviews";
const data = dataMark({ report: document(smoke({ "Books a table": "passed" })) }, bytes =>
  deflateSync(bytes),
);
const pull = 7;

/** The task of a job. */
type Job =
  | { readonly submit: string; readonly verdict: "pass" | "fail"; readonly again?: true }
  | { readonly dispatched: string; readonly verdict: "pass" | "fail" }
  | {
      readonly reports: readonly string[];
      readonly key: string;
      readonly run: number;
      readonly sha?: string;
    };

class Story {
  readonly world: World;
  /** Submissions that the service accepted. */
  readonly submitted: { readonly review: string; readonly verdict: string; readonly job: string }[] = [];
  /** The mistakes that each job replied to its command. */
  readonly answers = new Map<string, readonly string[]>();

  constructor(before?: World) {
    this.world = new World(before);
  }

  start(job: string, what: Job, attempt = 1): void {
    this.world.start(job, async () => {
      if ("reports" in what) await this.#report(job, what, attempt);
      else if ("dispatched" in what) await this.#dispatch(job, what);
      else await this.#submit(job, what, attempt);
    });
  }

  #place(job: string) {
    const redact = (text: string) => text;
    const repository = { owner: "octocat", name: "shop" };
    return { repository, pull, detailsUrl: "", redact, withSession: this.world.withSession(job) };
  }

  #job(job: string, attempt: number): SettleJob {
    const place = this.#place(job);
    const log = { info() {}, warning() {}, error() {}, group() {} };
    return {
      ...{ log, redact: place.redact, withSession: place.withSession, cancel: new AbortController().signal },
      id: `${job} ${attempt}`,
      now: () => "2026-03-09T10:03:00.000Z",
      editorOf: () => new GateEditor(place),
      context: { run: { id: 9, attempt } },
    } as unknown as SettleJob;
  }

  async #submit(
    name: string,
    { submit: review, verdict, again }: Extract<Job, { submit: string }>,
    attempt: number,
  ) {
    const job = this.#job(name, attempt);
    const editor = job.editorOf(pull);
    await editor.read();
    const service = {
      redact: (text: string) => text,
      call: () =>
        this.world.move(name, `service ${review}`, true, () => {
          this.submitted.push({ review, verdict, job: name });
          return { value: { verdict }, raw: new Uint8Array() };
        }),
    };
    const command = {
      ...({ verb: "submit", review, fields: { verdict }, again: again ?? false } as const),
      ...{ name: `${name}:1`, by: name },
    };
    const work = { job, editor, service, catalog: { forms: new Map() } };
    const { mistakes } = await carryOutCommand(command, work as never);
    this.answers.set(name, mistakes);
    await editor.finish();
  }

  async #dispatch(name: string, { dispatched: id, verdict }: Extract<Job, { dispatched: string }>) {
    const reviews = [{ id, verb: "submit", fields: { verdict }, answer: { verdict } }];
    const event = { dispatch: { pull, reviews }, actor: { login: name, type: "User" } };
    await recordDispatch(event as never, this.#job(name, 1));
  }

  async #report(
    job: string,
    { reports, key, run, sha = this.world.head }: Extract<Job, { key: string }>,
    attempt: number,
  ) {
    const editor = new GateEditor({ ...this.#place(job), sha, name });
    const step = { key, run: { id: run, attempt }, job, use: `${job} ${attempt}` };
    const reviews = reports.map(id => ({ id, target: "batch: smoke", state: "open", seen: id }) as const);
    const written = await publishGate(editor, name, { sha, pull, step, reviews });
    const place = this.#place(job);
    const part = reviewsPartText(reviewsPartOf(written.namedGate, place));
    const body = `${reportMark({ key, run: step.run, sha })}\n\n${part}\n\n${data}`;
    const own = editor.comments.find(comment => parseReportMark(comment.body)?.key === key);
    const [owner, repo] = ["octocat", "shop"];
    await place.withSession(async session => {
      const github = session.github();
      if (own) {
        const route = "PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}";
        await github.request(route, { owner, repo, comment_id: own.id, body });
      } else {
        const route = "POST /repos/{owner}/{repo}/issues/{issue_number}/comments";
        await github.request(route, { owner, repo, issue_number: pull, body });
      }
    });
    const last = await confirmGate(editor, written);
    if (reviewsPartText(reviewsPartOf(last, place)) !== part) await editor.updateComments();
  }

  /** The check run that GitHub shows at the head, and the gate as the sum of all check runs. */
  gate() {
    const { head, runs } = this.world;
    const read = runs.flatMap(({ output, externalId, status, ...run }) => {
      const about = { ...run, externalId, author: "", url: "", isCompleted: status === "completed" };
      return readGateCheckRun({ ...about, ...output, conclusion: run.conclusion ?? "" }, pull) ?? [];
    });
    const [found] = gatesIn({ head, runs: read });
    const latest = runs.findLast(each => each.sha === head && each.name === name);
    return { sum: found?.gate, shown: latest };
  }
}

/** Makes the first available move until no job has one. */
async function runToEnd(story: Story): Promise<void> {
  for (let [move] = await story.world.moves(); move; [move] = await story.world.moves()) {
    story.world.make(move, "none");
  }
}

interface Scenario {
  readonly before: readonly Job[];
  readonly jobs: Readonly<Record<string, Job>>;
}

type Step = readonly [job: string, mishap: Mishap];

/** The state of GitHub before the jobs start. */
async function worldBefore({ before }: Scenario): Promise<World> {
  const story = new Story();
  for (const [index, job] of before.entries()) {
    story.start(`before ${index}`, job);
    await runToEnd(story);
  }
  expect(story.world.failures).toEqual([]);
  return story.world;
}

async function make(story: Story, [job, mishap]: Step): Promise<void> {
  const move = (await story.world.moves()).find(each => each.job === job);
  if (move === undefined) throw new Error(`${job} has no move`);
  story.world.make(move, mishap);
  expectSafe(story);
}

/** Holds after every move. */
function expectSafe(story: Story): void {
  const { sum, shown } = story.gate();
  const green = shown?.status === "completed" && shown.conclusion === "success";
  if (green && sum) expect(sum.reviews.filter(({ state }) => state !== "passed")).toEqual([]);
  const twice = story.submitted.filter(
    ({ review }, index) => story.submitted.findIndex(each => each.review === review) < index,
  );
  expect(twice).toEqual([]);
}

/** Holds at the end, after jobs that ended early are run again, as a person would do. */
async function expectWhole(story: Story, { before, jobs }: Scenario, steps: readonly Step[]): Promise<void> {
  expect(story.world.failures).toEqual([]);
  const ended = steps.filter(([, mishap]) => mishap.startsWith("the job ends")).map(([job]) => job);
  for (const name of ended) {
    const job = jobs[name];
    if (job) story.start(`${name}`, job, 2);
    await runToEnd(story);
  }
  expect(story.world.failures).toEqual([]);
  expectSafe(story);
  const { sum, shown } = story.gate();
  const all = [...before, ...Object.values(jobs)];
  const reported = all.flatMap(job => ("reports" in job ? job.reports : []));
  expect(new Set(sum?.reviews.map(({ id }) => id))).toEqual(new Set(reported));
  const lost = steps.some(([, mishap]) => mishap !== "none");
  for (const id of reported) {
    const review = sum && reviewIn(sum, id);
    const sent = story.submitted.filter(each => each.review === id).map(each => each.verdict);
    const told = all.flatMap(job => ("dispatched" in job && job.dispatched === id ? [job.verdict] : []));
    const decided = [...sent, ...told];
    if (decided.length === 0) expect(review?.state).toBe("open");
    // After a lost response, it is unknown whether the service accepted the submission.
    else if (lost && told.length === 0)
      expect([review?.state, review?.begun !== undefined]).not.toEqual(["open", false]);
    else expect(review?.state).toBe(decided.includes("fail") ? "failed" : "passed");
  }
  const isOpen = sum?.reviews.some(({ state }) => state === "open");
  expect(shown?.status).toBe(isOpen ? "in_progress" : "completed");
}

/** Plays every order of moves with at most one mishap, and counts the different states. */
async function explore(
  scenario: Scenario,
  mishaps: readonly Mishap[],
): Promise<{ states: number; ends: number }> {
  const world = await worldBefore(scenario);
  const seen = new Set<string>();
  const ahead: (readonly Step[])[] = [[]];
  let ends = 0;
  for (let steps = ahead.pop(); steps; steps = ahead.pop()) {
    const story = new Story(world);
    for (const [name, job] of Object.entries(scenario.jobs)) story.start(name, job);
    for (const step of steps) await make(story, step);
    for (;;) {
      const moves = await story.world.moves();
      const hadMishap: boolean = steps.some(([, mishap]) => mishap !== "none");
      const state = story.world.state([story.submitted, hadMishap]);
      if (seen.has(state)) break;
      seen.add(state);
      const [first, ...others]: readonly Step[] = moves.flatMap(move =>
        ["none" as const, ...(hadMishap ? [] : mishaps.filter(mishap => isWorth(move, mishap)))].map(
          (mishap): Step => [move.job, mishap],
        ),
      );
      if (first === undefined) {
        ends += 1;
        await expectWhole(story, scenario, steps);
        break;
      }
      const here: readonly Step[] = steps;
      ahead.push(...others.map(other => [...here, other]));
      steps = [...here, first];
      await make(story, first);
    }
  }
  return { states: seen.size, ends };
}

/** Ending after a move that only reads equals ending before the next move. */
function isWorth({ writes }: Move, mishap: Mishap): boolean {
  return writes || mishap === "the job ends before it";
}

const everyMishap: readonly Mishap[] = [
  "the job ends before it",
  "the job ends after it",
  "its answer is lost",
];

/** Plays one random order of moves, with at most one mishap. */
async function playByChance(
  { jobs, ...scenario }: Scenario,
  world: World,
  chance: () => number,
): Promise<void> {
  const story = new Story(world);
  for (const [name, job] of Object.entries(jobs)) story.start(name, job);
  const steps: Step[] = [];
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(chance() * from.length)];
  let mishapIn = Math.floor(chance() * 30);
  for (let moves = await story.world.moves(); moves.length > 0; moves = await story.world.moves()) {
    const move = pick(moves);
    if (move === undefined) break;
    const mishaps = everyMishap.filter(mishap => isWorth(move, mishap));
    const mishap = mishapIn-- === 0 ? pick(mishaps) : undefined;
    const step: Step = [move.job, mishap ?? "none"];
    steps.push(step);
    try {
      await make(story, step);
    } catch (error) {
      throw new Error(`After ${steps.map(each => each.join(": ")).join("; ")}`, { cause: error });
    }
  }
  await expectWhole(story, { jobs, ...scenario }, steps);
}

const reported: Job = { reports: ["a", "b"], key: "CI/smoke", run: 1 };
const kim: Job = { submit: "a", verdict: "pass" };

describe("jobs at the same moment, with one mishap", () => {
  const scenarios: Readonly<Record<string, Scenario>> = {
    "two commands for one review": {
      before: [reported],
      jobs: { kim, lee: { submit: "a", verdict: "fail" } },
    },
    "two commands for different reviews": {
      before: [reported],
      jobs: { kim, lee: { submit: "b", verdict: "fail" } },
    },
    "a command and a step of another key": {
      before: [reported],
      jobs: { kim, voice: { reports: ["c"], key: "CI/voice", run: 2 } },
    },
    "a command and a step that mentions no review": {
      before: [{ reports: ["a"], key: "CI/smoke", run: 1 }],
      jobs: { kim, voice: { reports: [], key: "CI/voice", run: 2 } },
    },
    "a command and a dispatch": {
      before: [reported],
      jobs: { kim, lee: { dispatched: "b", verdict: "fail" } },
    },
    "two steps of one workflow run": {
      before: [],
      jobs: { smoke: { reports: ["a"], key: "CI", run: 1 }, voice: { reports: [], key: "CI", run: 1 } },
    },
    "two commands and a step": {
      before: [reported],
      jobs: {
        kim,
        lee: { submit: "a", verdict: "fail" },
        voice: { reports: ["a", "c"], key: "CI/voice", run: 2 },
      },
    },
    "a command, a dispatch and a step": {
      before: [reported],
      jobs: {
        kim,
        lee: { dispatched: "b", verdict: "pass" },
        voice: { reports: [], key: "CI/voice", run: 2 },
      },
    },
  };

  test.concurrent.each(Object.entries(scenarios))(
    "%s: a sample of orders",
    { timeout: 120_000 },
    async (_, scenario) => {
      const world = await worldBefore(scenario);
      await fc.assert(
        fc.asyncProperty(fc.integer(), seed => playByChance(scenario, world, chanceOf(seed))),
        { numRuns: 10, endOnFailure: true },
      );
    },
  );

  test("two jobs that react to each other's check runs come to an end", async () => {
    const scenario = scenarios["a command and a step that mentions no review"];
    if (scenario === undefined) throw new Error("There is no such scenario");
    const story = new Story(await worldBefore(scenario));
    for (const [name, job] of Object.entries(scenario.jobs)) story.start(name, job);
    const steps: Step[] = [];
    const makeMoves = async (job: string, count: number, last: Mishap = "none") => {
      for (let left = count; left > 0; left--) {
        if (!(await story.world.moves()).some(move => move.job === job)) return;
        const step: Step = [job, left === 1 ? last : "none"];
        steps.push(step);
        await make(story, step);
      }
    };
    // Each job reads just after the other job has created a check run, again and again.
    await makeMoves("kim", 6);
    await makeMoves("voice", 2, "its answer is lost");
    await makeMoves("kim", 6);
    await makeMoves("voice", 5);
    while ((await story.world.moves()).length > 0) {
      await makeMoves("kim", 4);
      await makeMoves("voice", 1);
      await makeMoves("kim", 6);
      await makeMoves("voice", 4);
    }
    await expectWhole(story, scenario, steps);
  });

  // Each takes minutes. Run these after a change of how jobs write.
  describe.runIf(process.env["EVERY_ORDER"])("every order", () => {
    const ofTwo = Object.entries(scenarios).filter(([, { jobs }]) => Object.keys(jobs).length === 2);
    test.each(ofTwo)("%s", { timeout: 3_600_000 }, async (title, scenario) => {
      const { states, ends } = await explore(scenario, everyMishap);
      console.log(`${title}: ${states} states, ${ends} ends`);
      expect(ends).toBeGreaterThan(1);
    });
  });
});

/** Random numbers that repeat for the same seed. */
function chanceOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

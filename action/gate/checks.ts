/** The check runs that hold the state of reviews: found at a commit, and written. */

import { checkOf } from "../../shared/gate/check.ts";
import { type CheckId, markInCheck, mostMarkOfCheck, reviewsMark } from "../../shared/gate/mark.ts";
import type { Gate } from "../../shared/gate/state.ts";
import { checkSummary } from "../../shared/gate/text.ts";
import { loginOfApp } from "../../shared/github/accounts.ts";
import { reviewsExternalId } from "../../shared/github/external-id.ts";
import type { GitHub } from "../../shared/github/interface.ts";
import { allOf, pages } from "../../shared/github/pages.ts";
import type { Redact } from "../../shared/service/secret.ts";
import { mostCheckBytes } from "../github/comments.ts";
import type { Repository } from "../github/context.ts";
import { deflating, inflate } from "./packing.ts";

/** A gate in its check run. */
export interface FoundGate {
  readonly gate: Gate;
  readonly check: CheckId;
  readonly url: string;
  readonly isCompleted: boolean;
}

/** What a check run of this name shows, whether or not a gate can be read of it. */
export interface ShownCheck {
  readonly name: string;
  readonly status: string;
  readonly conclusion: string | null;
  readonly output: { readonly title: string; readonly summary: string; readonly text: string };
}

/** Where gates are, and whose they must be. */
export interface GatePlace {
  readonly repository: Repository;
  /** The login of this token's author. */
  readonly self: string;
  readonly pull: number | undefined;
}

/** The gates at a commit, in the latest check run of each name. */
export async function findGates(github: GitHub, place: GatePlace, sha: string): Promise<FoundGate[]> {
  return gatesIn(await ownCheckRuns(github, place, sha), place, sha);
}

function gatesIn(runs: readonly CheckRun[], place: GatePlace, sha: string): FoundGate[] {
  const found = new Map<string, FoundGate>();
  const latest = new Map<string, CheckRun>();
  for (const run of runs) {
    const last = latest.get(run.name) ?? run;
    latest.set(run.name, last);
    const { gate, check: own } = run.marked ?? {};
    if (found.has(run.name) || gate === undefined || own?.id !== run.id) continue;
    if (gate.sha !== sha) continue;
    // One that was just made, and that nothing was written to yet, takes the place of the one before.
    const check = { id: last.id, name: last.name };
    found.set(run.name, {
      // One that a push has made before there was a pull request becomes that of the pull request.
      gate: place.pull === undefined ? gate : { ...gate, pull: place.pull },
      check,
      url: last.html_url ?? "",
      isCompleted: last.status === "completed",
    });
  }
  return [...found.values()];
}

type CheckRun = Awaited<ReturnType<typeof ownCheckRuns>>[number];

/** What the latest check run of a name shows at a commit, and the gate in it. */
export async function findShown(
  github: GitHub,
  place: GatePlace,
  sha: string,
  name: string,
): Promise<{ readonly shown?: ShownCheck; readonly found?: FoundGate | undefined }> {
  const runs = await ownCheckRuns(github, place, sha);
  const run = runs.find(each => each.name === name);
  if (run === undefined) return {};
  const { title, summary, text } = run.output;
  const output = { title: title ?? "", summary: summary ?? "", text: text ?? "" };
  return {
    shown: { name, status: run.status, conclusion: run.conclusion, output },
    found: gatesIn(runs, place, sha).find(({ check }) => check.name === name),
  };
}

/** The latest first; without those of other pull requests that propose the same commit. */
async function ownCheckRuns(github: GitHub, { repository, self, pull }: GatePlace, sha: string) {
  const route = "GET /repos/{owner}/{repo}/commits/{ref}/check-runs";
  const { owner, name: repo } = repository;
  const all = pages(async page => {
    // What GitHub calls the latest is the last to have been completed.
    const { data, header } = await github.request(route, { owner, repo, ref: sha, filter: "all", ...page });
    return { data: data.check_runs.map(run => ({ ...run, id: Number(run.id) })), header };
  });
  return (await allOf(all))
    .filter(
      ({ external_id: id, app }) => id === reviewsExternalId && app && loginOfApp(app.slug ?? "") === self,
    )
    .map(run => ({ ...run, marked: markInCheck(run.output.text ?? "", inflate) }))
    .filter(({ marked }) => marked?.gate.pull === undefined || marked.gate.pull === pull)
    .sort((a, b) => b.id - a.id);
}

export interface GateWriting {
  readonly name: string;
  readonly gate: Gate;
  readonly place: GatePlace;
  readonly detailsUrl: string;
  readonly redact: Redact;
}

/** Writes a gate over what is there, or into a check run of its own. Gives it as it can be read again. */
export async function writeGate(
  github: GitHub,
  writing: GateWriting,
  before: FoundGate | undefined,
): Promise<FoundGate> {
  const { status } = checkOf(writing.gate);
  // GitHub opens no check run again that was completed; of several with one name it shows the latest.
  const mayStay = before !== undefined && !(before.isCompleted && status !== "completed");
  const run = mayStay ? { ...before.check, url: before.url } : await makeCheckRun(github, writing);
  const written = await fillCheckRun(github, writing, run);
  // It may have been completed a moment ago.
  if (written.isCompleted === (checkOf(written.gate).status === "completed")) return written;
  return await fillCheckRun(github, writing, await makeCheckRun(github, writing));
}

interface MadeCheckRun {
  readonly id: number;
  readonly url: string;
}

/** It is not known by its number before there is one; until it is filled, it waits. */
async function makeCheckRun(
  github: GitHub,
  { name, gate, place, detailsUrl }: GateWriting,
): Promise<MadeCheckRun> {
  const { data } = await github.request("POST /repos/{owner}/{repo}/check-runs", {
    owner: place.repository.owner,
    repo: place.repository.name,
    name,
    head_sha: gate.sha,
    status: "in_progress",
    details_url: detailsUrl,
    external_id: reviewsExternalId,
    output: { title: checkOf(gate).title, summary: "The state of the reviews is being written." },
    // Should the answer be lost: a second one with this name takes its place.
    request: { repeatable: true },
  });
  return { id: Number(data.id), url: data.html_url ?? "" };
}

async function fillCheckRun(
  github: GitHub,
  { name, gate, place, redact }: GateWriting,
  { id, url }: MadeCheckRun,
): Promise<FoundGate> {
  const check = { id, name };
  const { line, gate: kept } = reviewsMark({ gate, check }, deflating(redact), mostMarkOfCheck);
  const { title, ...status } = checkOf(kept);
  const pullPlace = place.pull === undefined ? undefined : { repository: fullName(place), pull: place.pull };
  const { data } = await github.request("PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}", {
    owner: place.repository.owner,
    repo: place.repository.name,
    check_run_id: id,
    ...status,
    output: { title, summary: checkSummary(kept, pullPlace, { bytes: mostCheckBytes - 100 }), text: line },
  });
  return { gate: kept, check, url, isCompleted: data.status === "completed" };
}

export function fullName({ repository }: Pick<GatePlace, "repository">): string {
  return `${repository.owner}/${repository.name}`;
}

/** A check run that shows what another one does, at a commit where nobody decides anything. */
export async function repeatCheck(
  github: GitHub,
  repository: Repository,
  sha: string,
  detailsUrl: string,
  { name, status, conclusion, output }: ShownCheck,
): Promise<string> {
  const { data } = await github.request("POST /repos/{owner}/{repo}/check-runs", {
    owner: repository.owner,
    repo: repository.name,
    name,
    head_sha: sha,
    details_url: detailsUrl,
    external_id: reviewsExternalId,
    output,
    ...(status === "completed" && conclusion !== null
      ? { status: "completed" as const, conclusion: conclusionOf(conclusion) }
      : { status: "in_progress" as const }),
    request: { repeatable: true },
  });
  return data.html_url ?? "";
}

/** Whatever else a conclusion is called, it is not green. */
function conclusionOf(conclusion: string) {
  const known = ["success", "failure", "action_required", "cancelled"] as const;
  return known.find(each => each === conclusion) ?? "action_required";
}

/** The commit that a pull request is at. */
export async function headOf(github: GitHub, { repository }: GatePlace, pull: number): Promise<string> {
  const { data } = await github.request("GET /repos/{owner}/{repo}/pulls/{pull_number}", {
    owner: repository.owner,
    repo: repository.name,
    pull_number: pull,
  });
  return data.head.sha;
}

/** How many commits may have been pushed since a report. */
const mostCommits = 10;

/** The gates at the latest commit of the pull request that has any, before this one; of all names, or of one. */
export async function findGatesBefore(
  github: GitHub,
  place: GatePlace,
  sha: string,
  name?: string,
): Promise<FoundGate[]> {
  if (place.pull === undefined) return [];
  const commits = (await commitsOf(github, place, place.pull)).filter(commit => commit !== sha);
  for (const commit of commits.reverse().slice(0, mostCommits)) {
    const found = await findGates(github, place, commit);
    const meant = name === undefined ? found : found.filter(({ check }) => check.name === name);
    if (meant.length > 0) return meant;
  }
  return [];
}

/** The oldest first; of many, GitHub gives the first 250. */
async function commitsOf(github: GitHub, { repository }: GatePlace, pull: number): Promise<string[]> {
  const route = "GET /repos/{owner}/{repo}/pulls/{pull_number}/commits";
  const { owner, name: repo } = repository;
  const all = pages(page => github.request(route, { owner, repo, pull_number: pull, ...page }));
  return (await allOf(all)).map(({ sha }) => sha);
}

/**
 * The check run that waits for reviews, as a step with a report writes it: what people have decided before is found
 * and carried over, and nobody's decision is written over.
 */

import { isDeepStrictEqual } from "node:util";
import { type Gate, type Mentioned, mention } from "../../shared/gate/state.ts";
import type { Deadline } from "../../shared/github/deadline.ts";
import type { GitHub } from "../../shared/github/interface.ts";
import type { Redact } from "../../shared/service/secret.ts";
import { isNewer } from "../github/context.ts";
import { NotAsked } from "../github/reason.ts";
import {
  type FoundGate,
  findGates,
  findGatesBefore,
  findShown,
  type GatePlace,
  headOf,
  repeatCheck,
  writeGate,
} from "./checks.ts";
import { renewParts, reportComments } from "./comments.ts";
import { letOthersWrite, mostAttempts } from "./turns.ts";

export interface ReviewCheck {
  readonly name: string;
  readonly mentioned: Mentioned;
  readonly place: GatePlace;
  readonly detailsUrl: string;
  readonly redact: Redact;
  /** There may be no comment that leads to the commit before. */
  readonly mayLackComment: boolean;
}

export interface WrittenGate {
  readonly what: "written" | "a newer run's";
  readonly found: FoundGate;
}

export async function publishGate(github: GitHub, check: ReviewCheck): Promise<WrittenGate> {
  const { gates, carried } = await gatesFor(github, check);
  return await write(github, check, gates, carried);
}

/**
 * Looks again whether a decision came in between, and puts right what was overwritten, until it is seen standing: steps
 * that report at the same moment, as jobs of a matrix do, write over each other.
 */
export async function confirmGate(
  github: GitHub,
  check: ReviewCheck,
  { what, found: shown }: WrittenGate,
  deadline: Deadline,
  random: () => number,
): Promise<void> {
  if (what !== "written" || hasNothingToLose(shown.gate)) return;
  let last = shown;
  for (let attempt = 1, hasStood = false; !hasStood; attempt++) {
    if (attempt > mostAttempts) throw new NotAsked("others wrote to the check run at every attempt");
    await letOthersWrite(deadline, random);
    const { gates, carried } = await gatesFor(github, check);
    const now = gates.find(each => each.check.name === check.name)?.gate;
    // Whoever has written this step's entry has written what it says of reviews, too.
    hasStood = now?.steps.some(step => isDeepStrictEqual(step, check.mentioned.step)) ?? false;
    const result = await write(github, check, gates, carried);
    if (result.what !== "written") return;
    last = result.found;
  }
  if (last.check.id !== shown.check.id || !isDeepStrictEqual(last.gate, shown.gate)) {
    await renewParts(github, check.place, [last], check.redact);
  }
}

/** Nobody waits for anything in it, and without it the others' are as green as they were. */
function hasNothingToLose({ steps, reviews, earlier, omitted }: Gate): boolean {
  const isWhole = steps.length === 1 && steps[0]?.incomplete === undefined;
  return isWhole && reviews.length + earlier.length + omitted === 0;
}

interface Gates {
  /** At this commit. */
  readonly gates: readonly FoundGate[];
  /** This check's, at the commits that the pull request's comments lead to, or at the latest that has one. */
  readonly carried: readonly Gate[];
}

async function gatesFor(github: GitHub, check: ReviewCheck): Promise<Gates> {
  const { name, mentioned, place, mayLackComment } = check;
  const gates = await findGates(github, place, mentioned.sha);
  const comments = await reportComments(github, place);
  const earlier = new Set(comments.flatMap(({ shas }) => shas).filter(sha => sha !== mentioned.sha));
  const found = await Promise.all([...earlier].map(sha => findGates(github, place, sha)));
  const carried = found.flat().filter(({ check }) => check.name === name);
  const isFirst = carried.length === 0 && !gates.some(each => each.check.name === name);
  // A comment may lead to a commit where the check could not be written.
  const mayBeBefore = isFirst && (mayLackComment || comments.length > 0);
  const before = mayBeBefore ? await findGatesBefore(github, place, mentioned.sha, name) : carried;
  return { gates, carried: before.map(({ gate }) => gate) };
}

async function write(
  github: GitHub,
  { name, mentioned, place, detailsUrl, redact }: ReviewCheck,
  gates: readonly FoundGate[],
  carried: readonly Gate[],
): Promise<WrittenGate> {
  const before = gates.find(({ check }) => check.name === name);
  const own = before?.gate.steps.find(({ key }) => key === mentioned.step.key);
  if (before && own && isNewer(own.run, mentioned.step.run)) return { what: "a newer run's", found: before };
  const gate = mention(mentioned, before?.gate, carried);
  if (before && isDeepStrictEqual(gate, before.gate)) return { what: "written", found: before };
  const found = await writeGate(github, { name, gate, place, detailsUrl, redact }, before);
  return { what: "written", found };
}

export interface RepeatedGate {
  readonly url: string;
  /** That of the pull request's head, which the comment goes on showing. */
  readonly found: FoundGate | undefined;
}

/** In a merge queue nobody decides anything: what the pull request's head shows is shown there, too. */
export async function repeatForQueue(
  github: GitHub,
  name: string,
  place: GatePlace,
  sha: string,
  detailsUrl: string,
): Promise<RepeatedGate> {
  const { repository, pull } = place;
  const head = pull === undefined ? undefined : await headOf(github, place, pull);
  const { shown, found } = head === undefined ? {} : await findShown(github, place, head, name);
  const nothing = "The pull request has no such check";
  const url = await repeatCheck(
    github,
    repository,
    sha,
    detailsUrl,
    shown ?? {
      name,
      status: "completed",
      conclusion: "action_required",
      output: {
        title: nothing,
        summary: `${nothing} at its head, so nothing tells whether its reviews were decided.`,
        text: "",
      },
    },
  );
  return { url, found };
}

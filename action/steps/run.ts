/** Runs batches and channels, stores the responses, and publishes the report. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { systemClock } from "../../shared/clock.ts";
import { responseLink } from "../../shared/github/links.ts";
import type { Report } from "../../shared/report/model.ts";
import type { RawResponse } from "../../shared/report/view.ts";
import type { PlannedTarget, TargetRequest } from "../../shared/run/plan.ts";
import { reportOfFailedPlan, runTargets } from "../../shared/run/run.ts";
import type { Redact } from "../../shared/service/secret.ts";
import { fullRepositoryName } from "../gate/check-runs.ts";
import type { WorkflowContext } from "../github/context.ts";
import { openStepService, type StepService } from "../inputs/service.ts";
import type { Step } from "../inputs/step.ts";
import type { StepPlan } from "../plan/plan.ts";
import type { Publisher } from "../publish/settings.ts";
import { concludeStep } from "../report/conclude.ts";
import { ReportFolder, safeFileName } from "../report/folder.ts";
import { openStepPublisher } from "../report/publisher.ts";
import { publishDefect } from "../report/without-report.ts";
import { ProgressLog } from "./progress.ts";
import { ProgressComment } from "./progress-comment.ts";
import { sync } from "./sync.ts";

export async function runPlannedTargets(planned: StepPlan, step: Step): Promise<boolean> {
  // Hosted runners have little memory, and V8's young generation would grow by 100 MB while a large response is read.
  setFlagsFromString("--semi-space-growth-factor=1");
  const publisher = openStepPublisher(step, planned);
  try {
    return await runAndConclude(planned, step, publisher);
  } catch (error) {
    await publishDefect(planned, step, publisher);
    throw error;
  }
}

async function runAndConclude(
  planned: StepPlan,
  step: Step,
  publisher: Publisher | undefined,
): Promise<boolean> {
  const { inputs, secrets } = step;
  await using service = await openStepService(step);
  const folder = new ReportFolder(inputs.reportPath);
  const deps = { publisher, redact: secrets.redact, clock: systemClock };
  const comment = new ProgressComment(planned.plan, deps);
  const linkTo = publisher?.context && responseLinks(publisher.context);
  const report = await runAll(planned, step, { service, folder, comment, linkTo }).finally(() =>
    comment.end(),
  );
  await folder.flushResponses();
  const view = { report, raw: await readUnpassedResponses(report, folder) };
  return await concludeStep(view, { ...step, folder, publisher });
}

interface RunDeps {
  readonly service: StepService;
  readonly folder: ReportFolder;
  readonly comment: ProgressComment;
  readonly linkTo: ((raw: string) => string) | undefined;
}

function responseLinks({ repository, run }: WorkflowContext): (raw: string) => string {
  const place = { repository: fullRepositoryName(repository), run: run.id };
  return raw => responseLink(place, raw);
}

async function runAll(
  { plan, updates }: StepPlan,
  { secrets: { redact }, cancel, log }: Step,
  { service, folder, comment, linkTo }: RunDeps,
): Promise<Report> {
  const clock = systemClock;
  const { concurrency } = plan;
  const whyNot = await sync(updates, { service, concurrency, cancel, log });
  if (whyNot !== undefined) {
    log.info(whyNot);
    return reportOfFailedPlan(plan, whyNot, { clock, signal: cancel, redact });
  }
  const name = rawNames(plan.targets, redact);
  let pendingTurn: Promise<unknown> = Promise.resolve();
  const progress = new ProgressLog(plan.targets.length, log, clock);
  try {
    return await runTargets(plan, {
      send: service.call,
      async storeResponse(target, request, raw, run) {
        // Reading a large response blocks the event loop. One turn of the loop before each response lets other requests
        // be sent and a cancel arrive.
        pendingTurn = pendingTurn.then(() => new Promise(setImmediate));
        await pendingTurn;
        return await folder.storeResponse(name(target, request, run), raw);
      },
      ...(linkTo && { linkTo }),
      redact,
      clock,
      signal: cancel,
      listener: {
        started: target => progress.started(target),
        startedAgain(target, again) {
          progress.startedAgain(target, again);
          comment.startedAgain();
        },
        waiting(target, reading) {
          progress.waiting(target, reading);
          comment.waiting(target, reading);
        },
        pollFailed: (target, error) => progress.pollFailed(target, error),
        finished(target, result, tests) {
          progress.finished(target, result, tests);
          comment.finished(target, result, tests);
        },
      },
    });
  } finally {
    progress.end();
  }
}

/** Names files by the position of the target, and numbers further runs and the reports of a channel's run. */
function rawNames(
  targets: readonly PlannedTarget[],
  redact: Redact,
): (target: PlannedTarget, request: TargetRequest, run: number) => string {
  const positions = new Map(targets.map((target, position) => [target, position + 1]));
  const digits = String(targets.length).length;
  const reports = new Map<string, number>();
  return (target, request, run) => {
    const position = String(positions.get(target)).padStart(digits, "0");
    const name = `${position}-${target.kind}-${safeFileName(redact(target.name ?? target.id))}`;
    const furtherRun = run > 1 ? `-run-${run}` : "";
    if (request === "run") return `${name}${furtherRun || "-run"}`;
    const reportName = `${name}${furtherRun}-report`;
    const report = (reports.get(reportName) ?? 0) + 1;
    reports.set(reportName, report);
    return `${reportName}-${report}`;
  };
}

/**
 * Reads the responses of the first targets that did not pass, each up to a limit. The rendered report quotes these
 * texts if it has room.
 */
async function readUnpassedResponses({ results }: Report, folder: ReportFolder): Promise<RawResponse[]> {
  const most = 5;
  const mostCharacters = 20_000;
  const { targets } = results.extra.callboard;
  const unpassed = targets.filter(({ verdict, raw }) => verdict !== "passed" && raw !== "");
  const responses = await Promise.all(
    unpassed.slice(0, most).map(async target => {
      // If storing this response failed, the folder has noted the error already.
      const text = await readFile(join(folder.path, target.raw), "utf8").catch(() => "");
      return { target, text: text.slice(0, mostCharacters) };
    }),
  );
  return responses.filter(({ text }) => text.trim() !== "");
}

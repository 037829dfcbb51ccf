/** A step that runs batches and channels, stores the responses, and publishes the report. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { systemClock } from "../../shared/clock.ts";
import type { Report } from "../../shared/report/model.ts";
import type { RawResponse } from "../../shared/report/view.ts";
import type { PlannedTarget, Request } from "../../shared/run/plan.ts";
import { reportOfNothing, run } from "../../shared/run/run.ts";
import type { Redact } from "../../shared/service/secret.ts";
import { openService, type Service } from "../inputs/service.ts";
import type { Step } from "../inputs/step.ts";
import type { PlannedRun } from "../plan/plan.ts";
import { conclude } from "../report/conclude.ts";
import { fileName, ReportFolder } from "../report/folder.ts";
import { Progress } from "./progress.ts";
import { sync } from "./sync.ts";

/** Gives whether the step succeeds. */
export async function runPlan(planned: PlannedRun, step: Step): Promise<boolean> {
  // V8 would let its young generation grow by 100 MB while a large response is read, and hosted runners are small.
  setFlagsFromString("--semi-space-growth-factor=1");
  const { inputs } = step;
  await using service = await openService(step);
  const folder = new ReportFolder(inputs.reportPath);
  const report = await carryOut(planned, step, service, folder);
  await folder.kept();
  const view = { report, raw: await worthShowing(report, folder) };
  const { reviewFields } = planned;
  return await conclude(view, { ...step, folder, reviewFields });
}

async function carryOut(
  { plan, updates }: PlannedRun,
  { secrets: { redact }, cancel, log }: Step,
  service: Service,
  folder: ReportFolder,
): Promise<Report> {
  const clock = systemClock;
  const { concurrency } = plan;
  const whyNot = await sync(updates, { service, concurrency, cancel, log });
  if (whyNot !== undefined) {
    log.info(whyNot);
    return reportOfNothing(plan, whyNot, { clock, signal: cancel, redact });
  }
  const name = rawNames(plan.targets, redact);
  let turn: Promise<unknown> = Promise.resolve();
  const progress = new Progress(plan.targets.length, log, clock);
  try {
    return await run(plan, {
      call: service.call,
      async keep(target, request, raw) {
        // Reading a large answer blocks the event loop. With a turn of the loop before each, requests that are due are
        // sent and a cancel is noticed between any two answers.
        turn = turn.then(() => new Promise(setImmediate));
        await turn;
        return await folder.keep(name(target, request), raw);
      },
      redact,
      clock,
      signal: cancel,
      listener: progress,
    });
  } finally {
    progress.end();
  }
}

/** Files are numbered like the targets, and a channel's reports in the order in which they came. */
function rawNames(
  targets: readonly PlannedTarget[],
  redact: Redact,
): (target: PlannedTarget, request: Request) => string {
  const positions = new Map(targets.map((target, position) => [target, position + 1]));
  const digits = String(targets.length).length;
  const reports = new Map<PlannedTarget, number>();
  return (target, request) => {
    const position = String(positions.get(target)).padStart(digits, "0");
    const name = `${position}-${target.kind}-${fileName(redact(target.name ?? target.id))}-${request}`;
    if (request === "run") return name;
    const report = (reports.get(target) ?? 0) + 1;
    reports.set(target, report);
    return `${name}-${report}`;
  };
}

/** The first responses of targets that did not pass, for the report to show as they came. */
async function worthShowing({ results }: Report, folder: ReportFolder): Promise<RawResponse[]> {
  const most = 5;
  const mostCharacters = 20_000;
  const { targets } = results.extra.callboard;
  const wondered = targets.filter(({ verdict, raw }) => verdict !== "passed" && raw !== "");
  return await Promise.all(
    wondered.slice(0, most).map(async target => {
      // A response that could not be stored has been noted by the folder.
      const text = await readFile(join(folder.path, target.raw), "utf8").catch(() => "");
      return { target, text: text.slice(0, mostCharacters) };
    }),
  );
}

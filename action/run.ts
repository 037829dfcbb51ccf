/** Runs what is planned, keeps what is answered, and makes a report of it. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { systemClock } from "../shared/clock.ts";
import { headOf, type Tally, tally, testsOf } from "../shared/report/ctrf.ts";
import type { RawResponse } from "../shared/report/markdown/render.ts";
import type { Outcome } from "../shared/report/model.ts";
import { read } from "../shared/report/read.ts";
import type { RunTarget } from "../shared/run/plan.ts";
import { run } from "../shared/run/run.ts";
import type { OperationName } from "../shared/service/operations.ts";
import { CaseStore } from "./case-store.ts";
import type { Collected } from "./collected.ts";
import { conclude } from "./conclude.ts";
import type { Plan } from "./plan.ts";
import { Progress } from "./progress.ts";
import { fileName, ReportFolder } from "./report-folder.ts";
import { openService, type Service } from "./service.ts";
import type { Step } from "./step.ts";
import { sync } from "./sync.ts";

/** So few targets need no thrift, which takes time. */
const few = 50;

/** Gives whether the step succeeds. */
export async function runPlan(plan: Plan, step: Step): Promise<boolean> {
  // Many responses leave litter that V8 would give another hundred megabytes of room before it is swept up.
  if (plan.targets.length > few) setFlagsFromString("--semi-space-growth-factor=1");
  const { inputs, log } = step;
  await using service = await openService(inputs, log);
  using store = new CaseStore();
  const folder = new ReportFolder(inputs.reportPath);
  const report = await runTargets(plan, { ...step, service, store, folder });
  return await conclude(report, { ...step, folder, redact: service.redact });
}

interface Means extends Step {
  readonly service: Service;
  readonly store: CaseStore;
  readonly folder: ReportFolder;
}

async function runTargets(plan: Plan, { service, store, folder, cancel, log }: Means): Promise<Collected> {
  const clock = systemClock;
  const startedAt = clock.now();
  const tallies: Tally[] = [];
  const progress = new Progress(plan.targets, log, clock);
  const settled = (outcome: Outcome, position: number) => {
    const counted = tally(outcome);
    tallies[position] = counted;
    store.add(position, testsOf(outcome));
    progress.settled(outcome, position, counted.target);
  };

  const whyNot = await sync(plan.updates, { service, concurrency: plan.concurrency, cancel, log });
  if (whyNot === undefined) {
    const name = rawNames(plan.targets);
    let turn: Promise<unknown> = Promise.resolve();
    await run(plan, {
      call: service.call,
      read: plan.read ?? read,
      async keep(target, operation, raw) {
        // First the calls that are due go out, and then there is time for this answer: one at a time, so that
        // whatever comes in between is attended to.
        turn = turn.then(() => new Promise(setImmediate));
        await turn;
        return await folder.keep(name(target, operation), raw);
      },
      settled,
      clock,
      signal: cancel,
      watch: progress,
    });
  } else {
    for (const [position, target] of plan.targets.entries()) {
      settled({ ...target, error: whyNot, raw: "" }, position);
    }
  }
  progress.end();
  await folder.kept();
  const head = headOf(tallies, {
    startedAt,
    stoppedAt: clock.now(),
    cancelled: cancel.aborted,
    ...(plan.shard !== undefined && { shard: plan.shard }),
  });
  return { head, tests: store, raw: await worthShowing(tallies, folder) };
}

/** Names of files that tell a person what was asked, in the order of the targets. */
function rawNames(targets: readonly RunTarget[]): (target: RunTarget, operation: OperationName) => string {
  const positions = new Map(targets.map((target, position) => [target, position + 1]));
  const digits = String(targets.length).length;
  const reports = new Map<RunTarget, number>();
  return (target, operation) => {
    const position = String(positions.get(target)).padStart(digits, "0");
    const name = `${position}-${target.kind}-${fileName(target.name ?? target.id)}`;
    if (operation !== "createChannelReport") return `${name}-run`;
    const report = (reports.get(target) ?? 0) + 1;
    reports.set(target, report);
    return `${name}-report-${report}`;
  };
}

/** A person who wonders about a verdict looks at the response; for a passed target hardly anybody does. */
async function worthShowing(tallies: readonly Tally[], folder: ReportFolder): Promise<RawResponse[]> {
  const most = 5;
  const mostCharacters = 20_000;
  const wondered = tallies
    .map(({ target }) => target)
    .filter(({ verdict, raw }) => verdict !== "passed" && raw !== "");
  return await Promise.all(
    wondered.slice(0, most).map(async target => {
      // What the disk did not take is told elsewhere.
      const text = await readFile(join(folder.path, target.raw), "utf8").catch(() => "");
      return { target, text: text.slice(0, mostCharacters) };
    }),
  );
}

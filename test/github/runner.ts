/** Runs an action's bundle as the Actions runner does. */

import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { lineEnd, readLog, type StepLog } from "./commands.ts";
import type { TokenKind } from "./emulator.ts";
import type { WorkflowEvent } from "./events.ts";
import { readPairs, readSummary } from "./files.ts";
import type { LocalGitHub } from "./github.ts";
import { type Contexts, readActionInputs } from "./inputs.ts";
import { reuseProcess, startProcess } from "./script-process.ts";

export interface ActionStep {
  /** The JavaScript file that `main` in action.yml names. */
  readonly bundle: string;
  readonly actionFile: string;
  readonly with?: Readonly<Record<string, string>>;
  readonly github: LocalGitHub;
  readonly event: WorkflowEvent;
  /** The identity of `github.token`. */
  readonly token?: TokenKind;
  readonly job?: Job;
  /** Files that earlier steps left in the workspace, for example by a checkout. */
  readonly files?: Readonly<Record<string, string>>;
  /** Any other work of earlier steps in the workspace. */
  readonly prepare?: (workspace: string) => Promise<void>;
  readonly env?: Readonly<Record<string, string>>;
  /** Runs the bundle in a process that ran other steps before, unless `env` has variables for Node's start. */
  readonly reuseProcess?: boolean;
}

export interface Job {
  readonly workflow?: string;
  readonly name?: string;
  readonly runId?: number;
  readonly runAttempt?: number;
  /** The job's own check run; older servers leave it out. */
  readonly checkRunId?: number;
  readonly matrix?: Readonly<Record<string, unknown>>;
  readonly index?: number;
  readonly total?: number;
}

export interface RunningStep extends AsyncDisposable {
  readonly workspace: string;
  readonly result: Promise<StepResult>;
  /** The first matching line of the output, past or future. */
  line(pattern: RegExp): Promise<string>;
  /** Cancels as the runner does: it sends SIGINT, then SIGTERM, then SIGKILL. */
  cancel(grace?: CancelPauses): Promise<StepResult>;
}

export interface StepResult extends StepLog {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly summary: string;
  /** The values for later steps, from `GITHUB_ENV`, `GITHUB_STATE` and `GITHUB_PATH`. */
  readonly env: Readonly<Record<string, string>>;
  readonly state: Readonly<Record<string, string>>;
  readonly path: readonly string[];
}

/** The runner's pauses between signals, in milliseconds. */
export interface CancelPauses {
  readonly afterInterrupt: number;
  readonly afterTerminate: number;
}
const runnersGrace: CancelPauses = { afterInterrupt: 7_500, afterTerminate: 2_500 };

const anyRun = 4_000_000_001;

export async function runAction(step: ActionStep): Promise<StepResult> {
  await using running = await startAction(step);
  return await running.result;
}

export async function startAction(step: ActionStep): Promise<RunningStep> {
  const home = await mkdtemp(join(tmpdir(), "callboard-runner-"));
  const workspace = join(home, "work");
  const temp = join(home, "temp");
  await mkdir(workspace);
  await mkdir(temp);
  for (const [name, text] of Object.entries(step.files ?? {})) {
    await mkdir(dirname(join(workspace, name)), { recursive: true });
    await writeFile(join(workspace, name), text);
  }
  await step.prepare?.(workspace);
  step.github.startRun(step.job?.runId ?? anyRun, step.job?.runAttempt);
  const eventPath = join(temp, "event.json");
  await writeFile(eventPath, JSON.stringify(step.event.payload));
  const files = await makeCommandFiles(temp);

  const variables = { ...githubVariables(step), GITHUB_WORKSPACE: workspace, GITHUB_EVENT_PATH: eventPath };
  const inputs = await readActionInputs(step.actionFile, step.with ?? {}, contextsOf(step, variables, temp));
  // Node reads its own variables only when it starts.
  const isForStart = Object.keys(step.env ?? {}).some(name => name.startsWith("NODE_"));
  const start = step.reuseProcess && !isForStart ? reuseProcess : startProcess;
  const child = start({
    file: step.bundle,
    cwd: workspace,
    // Passes only variables that every machine has, so that this process's own don't reach the action.
    env: {
      PATH: process.env["PATH"],
      HOME: home,
      CI: "true",
      GITHUB_ACTIONS: "true",
      ...variables,
      ...files,
      RUNNER_TEMP: temp,
      RUNNER_TOOL_CACHE: join(home, "tools"),
      RUNNER_OS: "Linux",
      RUNNER_ARCH: "X64",
      RUNNER_NAME: "local",
      RUNNER_ENVIRONMENT: "self-hosted",
      ...step.env,
      ...inputs.variables,
    },
  });

  const log = readLog();
  const printed: string[] = [];
  const listeners = new Set<(line: string) => void>();
  const read = (line: string) => {
    printed.push(line);
    log.read(line);
    for (const listener of [...listeners]) listener(line);
  };
  // The runner carries out commands from both streams.
  const stdout = collect(child.stdout, read);
  const stderr = collect(child.stderr, read);
  const { closed } = child;

  async function finish(): Promise<StepResult> {
    const [exitCode, signal] = await closed;
    const complaints = [...inputs.complaints, ...log.complaints];
    const pairs = async (file: "GITHUB_OUTPUT" | "GITHUB_ENV" | "GITHUB_STATE") => {
      try {
        return readPairs(await readFile(files[file], "utf8"));
      } catch (error) {
        complaints.push(`Unable to process file command '${file}' successfully. ${error}`);
        return {};
      }
    };
    const { commands, annotations, masks, groups, lines } = log;
    return {
      exitCode,
      signal,
      stdout: stdout(),
      stderr: stderr(),
      commands,
      annotations,
      masks,
      groups,
      lines,
      outputs: { ...log.outputs, ...(await pairs("GITHUB_OUTPUT")) },
      env: await pairs("GITHUB_ENV"),
      state: await pairs("GITHUB_STATE"),
      path: (await readFile(files.GITHUB_PATH, "utf8")).split("\n").filter(line => line !== ""),
      summary: readSummary(await readFile(files.GITHUB_STEP_SUMMARY, "utf8"), complaints),
      complaints,
    };
  }
  const result = finish();

  return {
    workspace,
    result,

    line(pattern) {
      const earlier = printed.find(line => pattern.test(line));
      if (earlier !== undefined) return Promise.resolve(earlier);
      return new Promise((resolve, reject) => {
        const listener = (line: string) => {
          if (!pattern.test(line)) return;
          listeners.delete(listener);
          resolve(line);
        };
        listeners.add(listener);
        const missed = () => reject(new Error(`No line matches ${pattern} in:\n${printed.join("\n")}`));
        closed.then(missed, missed);
      });
    },

    async cancel({ afterInterrupt, afterTerminate } = runnersGrace) {
      child.kill("SIGINT");
      const terminate = setTimeout(() => child.kill("SIGTERM"), afterInterrupt);
      const kill = setTimeout(() => child.kill("SIGKILL"), afterInterrupt + afterTerminate);
      try {
        return await result;
      } finally {
        clearTimeout(terminate);
        clearTimeout(kill);
      }
    },

    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await result.catch(() => {});
      await rm(home, { recursive: true, force: true });
    },
  };
}

async function makeCommandFiles(temp: string) {
  const folder = join(temp, "_runner_file_commands");
  const files = {
    GITHUB_OUTPUT: join(folder, "set_output"),
    GITHUB_STEP_SUMMARY: join(folder, "step_summary"),
    GITHUB_ENV: join(folder, "set_env"),
    GITHUB_STATE: join(folder, "save_state"),
    GITHUB_PATH: join(folder, "add_path"),
  };
  await mkdir(folder);
  for (const file of Object.values(files)) await writeFile(file, "");
  return files;
}

/** The workflow run's facts, which the runner gives in the `github` context and in variables. */
function githubVariables({ github, event, job = {} }: ActionStep): Record<string, string> {
  const { workflow = "Scenarios", name = "scenarios", runId = anyRun, runAttempt = 1 } = job;
  const { owner, fullName } = github.repo;
  return {
    GITHUB_ACTION: "__callboard",
    GITHUB_ACTOR: owner,
    GITHUB_TRIGGERING_ACTOR: owner,
    GITHUB_API_URL: github.apiUrl,
    GITHUB_GRAPHQL_URL: github.graphqlUrl,
    GITHUB_SERVER_URL: github.serverUrl,
    GITHUB_REPOSITORY: fullName,
    GITHUB_REPOSITORY_OWNER: owner,
    GITHUB_EVENT_NAME: event.name,
    GITHUB_SHA: event.sha,
    GITHUB_REF: event.ref,
    GITHUB_REF_NAME: event.ref.replace(/^refs\/(?:heads|pull|tags)\//, ""),
    GITHUB_REF_TYPE: event.ref.startsWith("refs/tags/") ? "tag" : "branch",
    GITHUB_HEAD_REF: event.headRef,
    GITHUB_BASE_REF: event.baseRef,
    GITHUB_RUN_ID: String(runId),
    GITHUB_RUN_NUMBER: "1",
    GITHUB_RUN_ATTEMPT: String(runAttempt),
    GITHUB_WORKFLOW: workflow,
    GITHUB_WORKFLOW_REF: `${fullName}/.github/workflows/scenarios.yml@${event.ref}`,
    GITHUB_WORKFLOW_SHA: event.sha,
    GITHUB_JOB: name,
  };
}

function contextsOf(
  { github, event, token = "app", job = {} }: ActionStep,
  variables: Readonly<Record<string, string>>,
  temp: string,
): Contexts {
  const { checkRunId, matrix = {}, index = 0, total = 1 } = job;
  const ofRun = Object.entries(variables).map(([name, value]) => [
    name.slice("GITHUB_".length).toLowerCase(),
    value,
  ]);
  return {
    github: { ...Object.fromEntries(ofRun), token: github.token(token), event: event.payload },
    job: { status: "success", check_run_id: checkRunId },
    strategy: { "fail-fast": true, "job-index": index, "job-total": total, "max-parallel": total },
    matrix,
    runner: { os: "Linux", arch: "X64", name: "local", temp },
  };
}

/** Passes each finished line to `read`, and collects the whole text. */
function collect(stream: Readable, read: (line: string) => void): () => string {
  let text = "";
  let rest = "";
  stream.setEncoding("utf8");
  stream.on("data", (chunk: string) => {
    text += chunk;
    const whole = rest + chunk;
    // A carriage return at the end may be the first half of a line end.
    const held = whole.endsWith("\r") ? "\r" : "";
    const lines = whole.slice(0, whole.length - held.length).split(lineEnd);
    rest = (lines.pop() ?? "") + held;
    for (const line of lines) read(line);
  });
  stream.on("end", () => {
    if (rest !== "") read(rest.replace(/\r$/, ""));
  });
  return () => text;
}

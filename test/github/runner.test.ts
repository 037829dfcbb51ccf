import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { events } from "./events.ts";
import { type LocalGitHub, type OpenPullRequest, startGitHub } from "./github.ts";
import { type ActionStep, type Job, runAction, startAction } from "./runner.ts";

let github: LocalGitHub;
let own: OpenPullRequest;
let foreign: OpenPullRequest;
let folder: string;

beforeAll(async () => {
  github = await startGitHub();
  own = await github.createPullRequest();
  foreign = await github.createPullRequest({ fork: true });
  folder = await mkdtemp(join(tmpdir(), "callboard-stand-in-"));
  await writeFile(join(folder, "action.yml"), actionFile);
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await github[Symbol.asyncDispose]();
});

const actionFile = `
inputs:
  base-url: { required: true }
  wait: { default: 30m }
  summary: { default: true }
  "comment key": { default: "\${{ github.workflow }}/\${{ github.job }}/\${{ strategy.job-index }}" }
  check-run-id: { default: "\${{ job.check_run_id }}" }
  github-token: { default: "\${{ github.token }}" }
runs: { using: node24, main: index.js }
`;

/** A step whose action is this script; its event is a pull request's by default. */
async function standIn(script: string, more: Partial<ActionStep> = {}): Promise<ActionStep> {
  const bundle = join(folder, `${crypto.randomUUID()}.mjs`);
  await writeFile(bundle, script);
  const event = more.event ?? (await events.pullRequest(github, own));
  return { bundle, actionFile: join(folder, "action.yml"), github, event, ...more };
}

describe("an action gets", () => {
  async function environment(more: Partial<ActionStep> = {}): Promise<Record<string, string>> {
    const { stdout } = await runAction(await standIn("console.log(JSON.stringify(process.env))", more));
    return JSON.parse(stdout);
  }
  const inputsOf = (env: Record<string, string>) =>
    Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith("INPUT_")));

  test("its inputs under the runner's names: given, default or empty", async () => {
    const job: Job = { workflow: "Pull request", name: "scenarios", index: 2, checkRunId: 41 };
    const env = await environment({
      with: { "Base-URL": "http://127.0.0.1:1", wait: "0" },
      token: "fork",
      job,
    });
    expect(inputsOf(env)).toEqual({
      "INPUT_BASE-URL": "http://127.0.0.1:1",
      INPUT_WAIT: "0",
      INPUT_SUMMARY: "true",
      INPUT_COMMENT_KEY: "Pull request/scenarios/2",
      "INPUT_CHECK-RUN-ID": "41",
      "INPUT_GITHUB-TOKEN": github.token("fork"),
    });
  });

  test("no check run's id from an older server, and an empty value for an input without a default", async () => {
    expect(inputsOf(await environment())).toMatchObject({ "INPUT_CHECK-RUN-ID": "", "INPUT_BASE-URL": "" });
  });

  test("a warning about an input that it does not declare", async () => {
    const { complaints } = await runAction(await standIn("", { with: { "base-uri": "x" } }));
    expect(complaints).toEqual([expect.stringContaining("Unexpected input(s) 'base-uri'")]);
  });

  test("the workflow run, and nothing of the machine's own environment", async () => {
    process.env["CALLBOARD_SOMETHING"] = "x";
    const env = await environment({ job: { runId: 12, runAttempt: 3 }, env: { NO_PROXY: "*" } });
    delete process.env["CALLBOARD_SOMETHING"];

    expect(env).toMatchObject({
      GITHUB_ACTIONS: "true",
      GITHUB_API_URL: github.apiUrl,
      GITHUB_SERVER_URL: github.serverUrl,
      GITHUB_GRAPHQL_URL: github.graphqlUrl,
      GITHUB_REPOSITORY: "octocat/shop",
      GITHUB_RUN_ID: "12",
      GITHUB_RUN_ATTEMPT: "3",
      GITHUB_EVENT_NAME: "pull_request",
      GITHUB_SHA: own.mergeSha,
      GITHUB_REF: `refs/pull/${own.number}/merge`,
      GITHUB_HEAD_REF: own.headRef,
      GITHUB_BASE_REF: "main",
      NO_PROXY: "*",
    });
    expect(env).not.toHaveProperty("CALLBOARD_SOMETHING");
    expect(env).not.toHaveProperty("VITEST");
    expect(env).not.toHaveProperty("GITHUB_TOKEN");
  });

  test("a workspace with the checkout", async () => {
    await using step = await startAction(
      await standIn(
        `import { readFileSync, writeFileSync } from "node:fs";
        writeFileSync("report.json", readFileSync("suite/callboard.yml", "utf8") + process.env.GITHUB_WORKSPACE);`,
        { files: { "suite/callboard.yml": "tests: {}\n" } },
      ),
    );
    await step.result;
    expect(await readFile(join(step.workspace, "report.json"), "utf8")).toBe(`tests: {}\n${step.workspace}`);
  });
});

describe("an action leaves", () => {
  test("outputs, a summary, an exit code, and values for later steps", async () => {
    const result = await runAction(
      await standIn(`
        import { appendFileSync } from "node:fs";
        const append = (file, text) => appendFileSync(process.env[file], text);
        append("GITHUB_OUTPUT", "verdict=failed\\nresponse<<x1\\n{\\n}\\nx1\\n");
        append("GITHUB_STEP_SUMMARY", "# Two failed\\n");
        append("GITHUB_ENV", "COLOUR=red\\n");
        append("GITHUB_STATE", "started=1\\n");
        append("GITHUB_PATH", "/opt/tools\\n");
        console.log("::set-output name=old::way");
        process.exitCode = 1;
      `),
    );
    expect(result).toMatchObject({
      exitCode: 1,
      signal: null,
      outputs: { verdict: "failed", response: "{\n}", old: "way" },
      summary: "# Two failed\n",
      env: { COLOUR: "red" },
      state: { started: "1" },
      path: ["/opt/tools"],
      complaints: [],
    });
  });

  test("a complaint about a file that the runner can't read", async () => {
    const { complaints, outputs } = await runAction(
      await standIn(`import { appendFileSync } from "node:fs";
        appendFileSync(process.env.GITHUB_OUTPUT, "response<<x1\\nno end\\n");`),
    );
    expect(outputs).toEqual({});
    expect(complaints).toEqual([expect.stringMatching(/GITHUB_OUTPUT.*Matching delimiter not found 'x1'/)]);
  });

  test("commands in both streams, at every line end that the runner knows", async () => {
    const { commands, lines } = await runAction(
      await standIn(`
        process.stdout.write("one\\r::error::after a carriage return\\r\\ntwo\\u2028::error::on the same line\\n");
        process.stdout.write("::not", () => process.stdout.write("ice::in two parts", () =>
          process.stderr.write("::warning::on the other stream\\n")));
      `),
    );
    expect(commands.map(({ data }) => data).sort()).toEqual([
      "after a carriage return",
      "in two parts",
      "on the other stream",
    ]);
    expect(lines).toContain("two\u2028::error::on the same line");
  });
});

describe("a cancelled action", () => {
  test("is interrupted, and can finish its work", async () => {
    await using step = await startAction(
      await standIn(`
        process.once("SIGINT", () => { console.log("Publishing what is known"); process.exitCode = 1; clearInterval(work); });
        const work = setInterval(() => {}, 1000);
        console.log("Working");
      `),
    );
    expect(await step.line(/^Work/)).toBe("Working");
    const { exitCode, signal, lines } = await step.cancel();
    expect({ exitCode, signal, lines }).toEqual({
      exitCode: 1,
      signal: null,
      lines: ["Working", "Publishing what is known"],
    });
  });

  test.each([
    ["SIGTERM", "process.on('SIGINT', () => console.log('SIGINT'));", ["SIGINT"]],
    [
      "SIGKILL",
      "for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => console.log(signal));",
      ["SIGINT", "SIGTERM"],
    ],
  ])("is ended by %s if it ignores the interrupt", async (end, script, heard) => {
    await using step = await startAction(
      await standIn(`${script} setInterval(() => {}, 1000); console.log("Working");`),
    );
    await step.line(/Working/);
    const { signal, lines } = await step.cancel({ afterInterrupt: 2000, afterTerminate: 2000 });
    expect(signal).toBe(end);
    expect(lines.slice(1)).toEqual(heard);
  });

  test("fails the wait for a line that never came, with the other lines in the error", async () => {
    await using step = await startAction(await standIn("console.log('Done')"));
    await expect(step.line(/Working/)).rejects.toThrow(/No line matches \/Working\/ in:\nDone/);
  });
});

describe("a process that is reused", () => {
  const reuseProcess = true;
  const facts =
    "console.log(process.pid, process.env.COLOUR, process.cwd() === process.env.GITHUB_WORKSPACE);";
  async function pidAfter(script: string, env = {}) {
    const { lines, exitCode } = await runAction(await standIn(`${facts} ${script}`, { reuseProcess, env }));
    const [pid, ...others] = lines[0]?.split(" ") ?? [];
    return { pid, others, exitCode };
  }

  test("gives each action its own variables, workspace and exit code", async () => {
    const first = await pidAfter("process.exitCode = 3; process.exit();", { COLOUR: "red" });
    const second = await pidAfter("process.exit();");
    expect(first).toEqual({ pid: second.pid, others: ["red", "true"], exitCode: 3 });
    expect(second).toMatchObject({ others: ["undefined", "true"], exitCode: 0 });
  });

  test.each([
    ["leaves a timer", "setInterval(() => {}, 1000); process.exitCode = 3; process.exit();"],
    ["has a defect", "process.exitCode = 3; throw new Error('A defect');"],
  ])("ends with an action that %s", async (_, script) => {
    const { pid, exitCode } = await pidAfter(script);
    expect(exitCode).toBeGreaterThan(0);
    expect((await pidAfter("process.exit();")).pid).not.toBe(pid);
  });
});

describe("events", () => {
  test("every payload names the local repository only", async () => {
    const pushed = await github.push("trunk");
    const all = await Promise.all([
      events.pullRequest(github, own),
      events.pullRequestTarget(github, foreign),
      events.push(github, pushed),
      events.workflowRun(github, foreign),
      events.mergeGroup(github, own),
      events.workflowDispatch(github, { shard: "2/5" }),
      events.schedule(github),
    ]);
    expect(all.map(({ name }) => name)).toEqual([
      "pull_request",
      "pull_request_target",
      "push",
      "workflow_run",
      "merge_group",
      "workflow_dispatch",
      "schedule",
    ]);
    for (const { payload } of all) {
      expect(payload).toMatchObject({ repository: { full_name: "octocat/shop" } });
      expect(
        JSON.stringify(payload).match(
          /https:\/\/(?:api\.)?github\.com|Codertocat\/Hello-World|octo-org\/octo-repo/g,
        ),
      ).toBeNull();
    }
  });

  test("pull_request runs on the merge of head and base", async () => {
    expect(await events.pullRequest(github, own)).toMatchObject({
      sha: own.mergeSha,
      ref: `refs/pull/${own.number}/merge`,
      payload: {
        action: "synchronize",
        number: own.number,
        pull_request: {
          number: own.number,
          head: { sha: own.headSha, repo: { full_name: "octocat/shop", fork: false } },
          base: { sha: own.baseSha, ref: "main" },
        },
      },
    });
  });

  test("pull_request_target runs on the base, for a fork's head", async () => {
    expect(await events.pullRequestTarget(github, foreign)).toMatchObject({
      sha: foreign.baseSha,
      ref: "refs/heads/main",
      headRef: foreign.headRef,
      payload: {
        pull_request: {
          head: { sha: foreign.headSha, repo: { full_name: "contributor/shop", fork: true } },
        },
      },
    });
  });

  test("push contains the previous commit", async () => {
    const first = await github.push("release");
    const second = await github.push("release");
    expect(await events.push(github, first)).toMatchObject({
      payload: { created: true, before: "0".repeat(40), after: first.sha },
    });
    expect(await events.push(github, second)).toMatchObject({
      sha: second.sha,
      ref: "refs/heads/release",
      payload: { created: false, before: first.sha, after: second.sha, head_commit: { id: second.sha } },
    });
  });

  test("workflow_run names the pull request, but not a fork's", async () => {
    expect(await events.workflowRun(github, own)).toMatchObject({
      payload: { workflow_run: { head_sha: own.headSha, pull_requests: [{ number: own.number }] } },
    });
    expect(await events.workflowRun(github, foreign)).toMatchObject({
      sha: own.baseSha,
      ref: "refs/heads/main",
      payload: {
        workflow_run: {
          event: "pull_request",
          head_sha: foreign.headSha,
          head_branch: foreign.headRef,
          head_repository: { full_name: "contributor/shop" },
          pull_requests: [],
        },
      },
    });
  });

  test("merge_group runs on the queue's own branch, whose name contains the pull request", async () => {
    const pull = await github.createPullRequest();
    const event = await events.mergeGroup(github, pull);
    expect(event.ref).toBe(`refs/heads/gh-readonly-queue/main/pr-${pull.number}-${pull.baseSha}`);
    expect(event).toMatchObject({
      payload: { merge_group: { head_sha: event.sha, head_ref: event.ref, base_sha: pull.baseSha } },
    });
  });
});

import { createRequire } from "node:module";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readWorkflowContext, type WorkflowContext } from "../../../action/github/context.ts";
import { isNewerRun } from "../../../shared/gate/join.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../../shared/json.ts";

const definitions: { name: string; examples: JsonObject[] }[] = createRequire(import.meta.url)(
  "@octokit/webhooks-examples",
);

/** GitHub's examples of an event, with the runner's variables. */
function examplesOf(event: string): { payload: JsonObject; context: WorkflowContext | undefined }[] {
  const examples = definitions.find(({ name }) => name === event)?.examples ?? [];
  return examples.map(payload => ({
    payload,
    context: readWorkflowContext(environment(event, payload), payload),
  }));
}

const sha = "5".repeat(40);

function environment(event: string, payload: JsonObject) {
  return {
    GITHUB_REPOSITORY: String(at(payload, "repository", "full_name") ?? "octo-org/shop"),
    GITHUB_EVENT_NAME: event,
    GITHUB_SHA: sha,
    GITHUB_REF: String(payload["ref"] ?? "refs/heads/main"),
    GITHUB_RUN_ID: "17000000001",
    GITHUB_RUN_ATTEMPT: "2",
  };
}

function at(value: unknown, ...path: string[]): unknown {
  return path.reduce((object, name) => (isJsonObject(object) ? object[name] : undefined), value);
}

function workflowRun(change: JsonObject, payloadChange: JsonObject = {}): WorkflowContext | undefined {
  const [example] = examplesOf("workflow_run");
  const run = example?.payload["workflow_run"];
  const payload = {
    ...example?.payload,
    ...payloadChange,
    workflow_run: { ...(isJsonObject(run) ? run : {}), ...change },
  };
  return readWorkflowContext(environment("workflow_run", payload), payload);
}

describe("the pull request in every example of an event", () => {
  test.each(["pull_request", "pull_request_target", "pull_request_review"])("%s", event => {
    const examples = examplesOf(event === "pull_request_target" ? "pull_request" : event);
    expect(examples.length).toBeGreaterThan(0);
    for (const { payload, context } of examples) {
      expect(context).toMatchObject({
        headSha: at(payload, "pull_request", "head", "sha"),
        base: {
          sha: at(payload, "pull_request", "base", "sha"),
          branch: at(payload, "pull_request", "base", "ref"),
        },
        pull: { by: "number", number: at(payload, "pull_request", "number") },
      });
    }
  });

  test("push", () => {
    const examples = examplesOf("push");
    expect(examples.some(({ context }) => context?.base)).toBe(true);
    for (const { payload, context } of examples) {
      const before = payload["before"];
      expect(context?.headSha).toBe(sha);
      const repository = String(at(payload, "repository", "full_name"));
      expect(context?.pull).toEqual({ by: "head", repository, sha });
      expect(context?.base?.sha).toBe(before === "0".repeat(40) ? undefined : before);
    }
  });

  test("merge_group", () => {
    const [{ payload, context } = { payload: {}, context: undefined }] = examplesOf("merge_group");
    expect(context).toMatchObject({
      headSha: at(payload, "merge_group", "head_sha"),
      base: { sha: at(payload, "merge_group", "base_sha"), branch: "main" },
      pull: { by: "number", number: 104 },
    });
  });

  test("workflow_run", () => {
    const examples = examplesOf("workflow_run");
    expect(examples.length).toBeGreaterThan(0);
    for (const { payload, context } of examples) {
      expect(context?.headSha).toBe(at(payload, "workflow_run", "head_sha"));
    }
  });

  test.each(["workflow_dispatch", "schedule", "issues", "repository_dispatch"])("%s: none", event => {
    for (const payload of [{}, ...examplesOf(event).map(({ payload }) => payload)]) {
      expect(readWorkflowContext(environment(event, payload), payload)).toMatchObject({
        headSha: sha,
        pull: { by: "none" },
      });
    }
  });
});

describe("a merge queue", () => {
  test.each([
    [`refs/heads/gh-readonly-queue/main/pr-104-${sha}`, { by: "number", number: 104 }],
    [`refs/heads/gh-readonly-queue/release/pr-1-x/pr-7-${sha}`, { by: "number", number: 7 }],
    ["refs/heads/pr-104-fix", { by: "none" }],
    ["refs/heads/gh-readonly-queue/main/other", { by: "none" }],
  ])("%s", (head_ref, pull) => {
    const payload = { merge_group: { head_ref, head_sha: sha, base_sha: sha, base_ref: "refs/heads/main" } };
    expect(readWorkflowContext(environment("merge_group", payload), payload)?.pull).toEqual(pull);
  });
});

describe("a `workflow_run` event", () => {
  const repository = { id: 81, full_name: "octo-org/shop" };
  const pull = (number: number, { base = 81, head = 81, headSha = sha } = {}) => ({
    number,
    base: { ref: "main", sha, repo: { id: base } },
    head: { ref: "fix", sha: headSha, repo: { id: head } },
  });
  const own = { event: "pull_request", head_branch: "fix", head_sha: sha, head_repository: repository };

  test("finds its pull request among those of other repositories and those with other heads", () => {
    const others = [pull(1, { base: 999 }), pull(2, { head: 999 }), pull(3, { headSha: "6".repeat(40) })];
    const context = workflowRun({ ...own, pull_requests: [...others, pull(4)] }, { repository });
    expect(context?.pull).toEqual({ by: "number", number: 4 });
    expect(context?.base).toEqual({ sha, branch: "main" });
    const without = workflowRun({ ...own, pull_requests: others }, { repository });
    expect(without?.pull).toEqual({ by: "head", repository: "octo-org/shop", sha });
  });

  test("from a fork leads to the fork's branch", () => {
    const context = workflowRun({
      pull_requests: [],
      head_branch: "fix",
      head_sha: sha,
      head_repository: { full_name: "contributor/shop", owner: { login: "contributor" } },
    });
    expect(context?.pull).toEqual({
      by: "head",
      repository: "contributor/shop",
      sha,
      fork: { owner: "contributor", branch: "fix" },
    });
    expect(context?.isFromFork).toBe(true);
  });

  test("from a deleted fork leads to no pull request, because others can have the same commit", () => {
    const context = workflowRun({ pull_requests: [], head_sha: sha, head_repository: null });
    expect(context).toMatchObject({ pull: { by: "none" }, isFromFork: true });
  });

  test("from a merge queue leads to the queued pull request", () => {
    const head_branch = `gh-readonly-queue/main/pr-104-${sha}`;
    const queued = { ...own, head_branch, event: "merge_group", pull_requests: [pull(4)] };
    expect(workflowRun(queued, { repository })?.pull).toEqual({ by: "number", number: 104 });
    for (const event of ["push", "pull_request", "workflow_dispatch", ""]) {
      const named = workflowRun({ ...queued, event, pull_requests: [] }, { repository });
      expect(named?.pull).toEqual({ by: "head", repository: "octo-org/shop", sha });
    }
  });

  test("from a fork never leads to a pull request by number, even if its branch or event claims one", () => {
    const words = [
      "merge_group",
      "push",
      "pull_request",
      `gh-readonly-queue/main/pr-1-${sha}`,
      "fix",
      sha,
      "",
    ];
    const anything = fc.oneof(
      fc.constantFrom<JsonValue>(...words, null, 1, 81, [], {}, [pull(1)], [pull(1, { head: 7 })]),
      fc.string(),
    );
    const fork = fc.record({
      full_name: fc.constantFrom("contributor/shop", "octo-org/Shop", "x"),
      id: fc.constant(7),
    });
    const run = fc.record({
      event: anything,
      head_branch: anything,
      head_sha: anything,
      pull_requests: anything,
      head_repository: fc.oneof(fork, fc.constant(null), anything),
    });
    fc.assert(
      fc.property(run, change => {
        const context = workflowRun(change, { repository });
        expect(context?.pull.by).not.toBe("number");
        if (context?.pull.by === "head") expect(context.pull.repository).not.toBe("octo-org/shop");
      }),
    );
  });
});

describe("addresses", () => {
  test("are github.com's if the runner names none", () => {
    expect(readWorkflowContext(environment("schedule", {}), {})).toMatchObject({
      repository: { owner: "octo-org", name: "shop" },
      apiUrl: "https://api.github.com",
      runUrl: "https://github.com/octo-org/shop/actions/runs/17000000001/attempts/2",
      run: { id: 17_000_000_001, attempt: 2 },
    });
  });

  test("are those of another server that the runner names", () => {
    const env = {
      ...environment("schedule", {}),
      GITHUB_SERVER_URL: "https://github.example",
      GITHUB_API_URL: "https://github.example/api/v3",
    };
    expect(readWorkflowContext(env, {})).toMatchObject({
      apiUrl: "https://github.example/api/v3",
      runUrl: "https://github.example/octo-org/shop/actions/runs/17000000001/attempts/2",
    });
  });

  test.each(["GITHUB_REPOSITORY", "GITHUB_SHA"])("there is no context without %s", name => {
    expect(readWorkflowContext({ ...environment("schedule", {}), [name]: "" }, {})).toBeUndefined();
  });
});

test("malformed payloads name no pull request", () => {
  for (const event of ["pull_request", "push", "merge_group", "workflow_run"]) {
    for (const nonsense of [null, 7, "text", [], {}]) {
      const payload = { [event]: nonsense, before: nonsense };
      expect(readWorkflowContext(environment(event, payload), payload)).toMatchObject({ headSha: sha });
    }
  }
});

test("workflow runs are ordered by number, then by attempt", () => {
  const run = (id: number, attempt: number) => ({ id, attempt });
  expect(isNewerRun(run(2, 1), run(1, 9))).toBe(true);
  expect(isNewerRun(run(2, 2), run(2, 1))).toBe(true);
  expect(isNewerRun(run(2, 1), run(2, 1))).toBe(false);
  expect(isNewerRun(run(10, 1), run(9, 1))).toBe(true);
});

import { describe, expect, test } from "vitest";
import { installOnce } from "../install-once.ts";
import type { TokenKind } from "./emulator.ts";
import { respondWith } from "./exchange.ts";
import { faults } from "./faults.ts";
import { type LocalGitHub, startGitHub } from "./github.ts";

const repo = "/repos/octocat/shop";
const comments = `${repo}/issues/1/comments`;
const comment = `${repo}/issues/comments/1`;
const checkRun = `${repo}/check-runs/1`;
const annotation = {
  path: "a",
  start_line: 1,
  end_line: 1,
  annotation_level: "failure",
  message: "Not paid",
};
const output = (...more: object[]) => ({
  output: { title: "t", summary: "s", annotations: more.map(each => ({ ...annotation, ...each })) },
});

describe("requests are checked against GitHub's published description", () => {
  test.each<[string, string, string, object | undefined, RegExp]>([
    ["a property that is not published", "POST", comments, { body: "x", colour: "red" }, /colour/],
    ["one deep inside", "PATCH", checkRun, output({ colour: "red" }), /annotations\/0.*colour/],
    ["a value of another type", "PATCH", comment, { body: 7 }, /body\/body must be string/],
    ["too many annotations", "PATCH", checkRun, output(...Array(51).fill({})), /more than 50 items/],
    ["a body where none belongs", "DELETE", comment, { body: "x" }, /takes no body/],
    ["no body where one belongs", "POST", comments, undefined, /a body is required/],
    ["a query that is not published", "GET", `${comments}?colour=red`, undefined, /colour/],
    ["a query of another type", "GET", `${comments}?per_page=many`, undefined, /per_page must be integer/],
    ["a path of another type", "GET", `${repo}/check-runs/a`, undefined, /check_run_id must be integer/],
    ["a path that is not published", "GET", `${repo}/remarks`, undefined, /no such operation/],
    ["a method that is not published", "PUT", comments, { body: "x" }, /no such operation/],
  ])("%s is a violation", async (_, method, path, body, violation) => {
    await using github = await startGitHub();
    await send(github, "app", method, path, body);
    expect(github.violations()).toEqual([expect.stringMatching(violation)]);
  });

  test("a response that GitHub would not send is a violation", async () => {
    await using github = await startGitHub();
    github.failNext("GET /user", { answer: respondWith(200, { login: 7 }) });
    await send(github, "user", "GET", "/user");
    expect(github.violations()).toContainEqual(expect.stringMatching(/otherwise than GitHub does: .*login/));
  });

  test("a violation that no test reads fails the test, as does a fault that no request meets", async () => {
    const github = await startGitHub();
    await send(github, "app", "GET", `${repo}/remarks`);
    github.failNext("GET /user", faults.serverError);
    await expect(github[Symbol.asyncDispose]()).rejects.toThrow(
      /GET \/repos\/octocat\/shop\/remarks: .*no such operation\n.*GET \/user: a fault was ordered/,
    );
  });

  test("GraphQL is checked against the published schema", async () => {
    await using github = await startGitHub();
    const query = "{ viewer { colour } }";
    const { body } = await send(github, "app", "POST", github.graphqlUrl, { query });
    expect(body.errors).toMatchObject([{ message: expect.stringContaining('Cannot query field "colour"') }]);
    expect(github.violations()).toEqual([expect.stringContaining('Cannot query field "colour"')]);
  });
});

test("GraphQL finds a commit by Git's expressions, and check runs by app or name", async () => {
  await using github = await startGitHub();
  const merged = await github.createPullRequest();
  const { sha, before } = await github.merge(merged);
  await github.startJob(before, "scenarios");
  const check = { name: "House check", head_sha: before };
  await github.ask("other-app", "POST", `${repo}/check-runs`, check);
  const namesAt = async (expression: string, filter: string) => {
    const runs = `checkRuns(first: 9, filterBy: ${filter}) { nodes { name } }`;
    const suites = `checkSuites(first: 9, filterBy: ${filter}) { nodes { ${runs} } }`;
    const found = `object(expression: "${expression}") { oid ... on Commit { ${suites} } }`;
    const query = `{ repository(owner: "octocat", name: "shop") { ${found} } }`;
    const { body } = await send(github, "app", "POST", github.graphqlUrl, { query });
    return body.data.repository.object;
  };
  const named = (...names: string[]) => ({
    nodes: names.map(name => ({ checkRuns: { nodes: [{ name }] } })),
  });
  // The first parent is the base branch's own commit, not the merged one.
  expect(await namesAt(`${sha}~1`, "{}")).toEqual({
    oid: before,
    checkSuites: named("House check", "scenarios"),
  });
  expect(await namesAt(`${sha}~1`, '{ checkName: "scenarios" }')).toMatchObject({
    checkSuites: named("scenarios"),
  });
  expect(await namesAt(before, "{ appId: 77001 }")).toMatchObject({ checkSuites: named("House check") });
  expect(await namesAt(`${sha}~9`, "{}")).toBeNull();
});

test("GitHub Enterprise Server answers below /api/v3 only, and its page links stay there", async () => {
  await using github = await startGitHub({ enterprise: true });
  const { number } = await github.createPullRequest();
  for (const body of ["One", "Two"]) await github.comment(number, body);
  const { id, html_url } = await github.comment(number, "Three");
  expect(html_url).toBe(`${github.serverUrl}/octocat/shop/pull/${number}#issuecomment-${id}`);

  const { headers } = await send(github, "app", "GET", `${repo}/issues/${number}/comments?per_page=2`);
  const next = /<([^>]+)>; rel="next"/.exec(headers.get("link") ?? "")?.[1];
  expect(next).toMatch(`${github.serverUrl}/api/v3/`);
  expect((await send(github, "app", "GET", next ?? "")).body).toMatchObject([{ body: "Three" }]);

  expect((await send(github, "app", "GET", github.serverUrl + repo)).status).toBe(404);
  expect(github.violations()).toEqual([expect.stringContaining("not below /api/v3")]);
});

test("an app's token is refused at the user endpoint", async () => {
  await using github = await startGitHub();
  expect(await send(github, "app", "GET", "/user")).toMatchObject({
    status: 403,
    body: { message: "Resource not accessible by integration" },
  });
  expect(await send(github, "user", "GET", "/user")).toMatchObject({ body: { login: "octocat" } });
});

test("texts over the limit are refused: characters in a comment, bytes in a check run", async () => {
  await using github = await startGitHub();
  const { number, headSha } = await github.createPullRequest();
  const write = (body: string) => send(github, "app", "POST", `${repo}/issues/${number}/comments`, { body });
  expect((await write("é".repeat(65_536))).status).toBe(201);
  expect(await write("x".repeat(65_537))).toMatchObject({
    status: 422,
    body: { errors: [{ message: "Body is too long (maximum is 65536 characters)" }] },
  });
  const check = { name: "x", head_sha: headSha };
  const create = (summary: string) =>
    send(github, "app", "POST", `${repo}/check-runs`, { ...check, output: { title: "t", summary } });
  expect((await create("x".repeat(65_535))).status).toBe(201);
  expect((await create("é".repeat(32_768))).status).toBe(422);
});

test("only its own app can change a check run, and a job's check run keeps its status", async () => {
  await using github = await startGitHub();
  const { headSha } = await github.createPullRequest();
  const job = `${repo}/check-runs/${await github.startJob(headSha, "scenarios (1)")}`;
  expect((await send(github, "app", "PATCH", job, output({}))).status).toBe(200);
  expect(
    await send(github, "app", "PATCH", job, { status: "completed", conclusion: "failure" }),
  ).toMatchObject({
    status: 403,
    body: { message: "Check run status and conclusions can only be updated internally by GitHub Actions" },
  });
  expect(await send(github, "other-app", "PATCH", job, output({}))).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining("only be modified by the GitHub App that created it") },
  });
});

test("a commit's pull requests are found by their own commits, but not by the base's or a fork's", async () => {
  await using github = await startGitHub();
  const own = await github.createPullRequest();
  const foreign = await github.createPullRequest({ fork: true });
  await github.push(own.headRef);
  const numbers = async (sha: string) =>
    (await send(github, "app", "GET", `${repo}/commits/${sha}/pulls`)).body.map(
      ({ number }: { number: number }) => number,
    );
  expect(await numbers(own.headSha)).toEqual([own.number]);
  expect(await numbers(own.baseSha)).toEqual([]);
  expect(await numbers(foreign.headSha)).toEqual([]);
  expect((await send(github, "app", "GET", `${repo}/commits/${"0".repeat(40)}/pulls`)).status).toBe(422);
});

test.each<[TokenKind, string, number]>([
  ["user", "write", 204],
  ["user", "read", 404],
  ["contributor", "read", 404],
  ["app", "admin", 403],
])("a dispatch by %s, who may %s, gets %i", async (kind, permission, status) => {
  await using github = await startGitHub();
  github.permit("octocat", permission);
  const asked = { event_type: "callboard-review", client_payload: { version: 1 } };
  expect((await send(github, kind, "POST", `${repo}/dispatches`, asked)).status).toBe(status);
  expect(github.dispatches).toEqual(status === 204 ? [{ ...asked, sender: "octocat" }] : []);
});

test("a person without access to a repository gets 404", async () => {
  await using github = await startGitHub();
  github.permit("contributor", "none");
  for (const path of [repo, `${repo}/pulls`]) {
    expect((await send(github, "contributor", "GET", path)).status).toBe(404);
    expect((await send(github, "user", "GET", path)).status).toBe(200);
  }
});

test("an ETag of one token does not match for another", async () => {
  await using github = await startGitHub();
  const { headers } = await send(github, "user", "GET", repo);
  const known = { "if-none-match": headers.get("etag") ?? "" };
  expect((await send(github, "user", "GET", repo, undefined, known)).status).toBe(304);
  expect((await send(github, "contributor", "GET", repo, undefined, known)).status).toBe(200);
});

test("a fault for an operation comes once, and a fault for a token lasts", async () => {
  await using github = await startGitHub();
  const { number } = await github.createPullRequest();
  const path = `${repo}/issues/${number}/comments`;
  const statusOf = async (method: string) =>
    (await send(github, "user", method, path, method === "POST" ? { body: "x" } : undefined)).status;
  github.failNext("POST /issues/{issue_number}/comments", faults.serverError);
  github.failNext("POST /issues/{issue_number}/comments", faults.secondaryLimit(429, 3));
  const statuses = [];
  for (const method of ["GET", "POST", "POST", "POST"]) statuses.push(await statusOf(method));
  expect(statuses).toEqual([200, 500, 429, 201]);

  github.failAll("user", faults.singleSignOn);
  expect([await statusOf("GET"), await statusOf("GET")]).toEqual([403, 403]);
  expect((await send(github, "user-anew", "GET", path)).status).toBe(200);
  github.failAll("user");
  expect(await statusOf("GET")).toBe(200);
});

test.each([
  ["lostRequest", 0],
  ["lostAnswer", 1],
] as const)("%s breaks the connection; %i comments were made", async (fault, made) => {
  await using github = await startGitHub();
  const { number } = await github.createPullRequest();
  github.failNext("POST /issues/{issue_number}/comments", faults[fault]);
  const sent = send(github, "app", "POST", `${repo}/issues/${number}/comments`, { body: "x" });
  await expect(sent).rejects.toThrow();
  expect(await github.comments(number)).toHaveLength(made);
});

test("without its checks the local GitHub needs nothing installed, and behaves the same", async () => {
  await using github = await startGitHub({ checked: false });
  const { number } = await github.createPullRequest();
  const { status } = await send(github, "fork", "POST", `${repo}/issues/${number}/comments`, {
    colour: "red",
  });
  expect(status).toBe(403);
  expect(github.violations()).toEqual([]);
});

test("the description is installed once", async () => {
  // The global setup has installed it; a second install would need npm, which this process can't find.
  const { PATH } = process.env;
  process.env["PATH"] = "";
  try {
    await installOnce(import.meta.dirname);
  } finally {
    process.env["PATH"] = PATH;
  }
});

interface Reply {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: whatever GitHub answers; each test says what it expects.
  readonly body: any;
}

/** Sends a request like any client: unlike `ask`, it is recorded and checked. */
async function send(
  github: LocalGitHub,
  token: TokenKind,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const response = await fetch(path.startsWith("http") ? path : github.apiUrl + path, {
    method,
    headers: { authorization: `Bearer ${github.token(token)}`, ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === "" ? undefined : JSON.parse(text),
  };
}

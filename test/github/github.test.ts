import { describe, expect, test } from "vitest";
import { installOnce } from "../install-once.ts";
import type { TokenKind } from "./emulator.ts";
import { faults } from "./faults.ts";
import { type LocalGitHub, startGitHub } from "./github.ts";

const repo = "/repos/octocat/shop";
const finished = { status: "completed", conclusion: "failure" };
const annotation = {
  path: "a.txt",
  start_line: 1,
  end_line: 1,
  annotation_level: "failure",
  message: "Not paid",
};

describe("requests are held against what GitHub publishes", () => {
  test("one as GitHub wants it is recorded and passes", async () => {
    await using github = await startGitHub();
    const { number } = await github.createPullRequest();

    await send(github, "app", "POST", `${repo}/issues/${number}/comments`, { body: "Two passed." });

    expect(github.requests.map(({ operation, body, answer }) => [operation, body, answer?.status])).toEqual([
      ["POST /issues/{issue_number}/comments", { body: "Two passed." }, 201],
    ]);
    expect(github.violations()).toEqual([]);
  });

  test.each([
    [
      "a property that is not published",
      "POST",
      `${repo}/issues/1/comments`,
      { body: "x", colour: "red" },
      /colour/,
    ],
    ["a property that is missing", "POST", `${repo}/issues/1/comments`, {}, /required property 'body'/],
    ["a type that is wrong", "PATCH", `${repo}/issues/comments/1`, { body: 7 }, /body\/body must be string/],
    ["a body where none belongs", "DELETE", `${repo}/issues/comments/1`, { body: "x" }, /takes no body/],
    ["no body where one belongs", "POST", `${repo}/issues/1/comments`, undefined, /a body is required/],
    ["a query that is not published", "GET", `${repo}/issues/1/comments?colour=red`, undefined, /colour/],
    [
      "a query of another type",
      "GET",
      `${repo}/issues/1/comments?per_page=many`,
      undefined,
      /per_page must be integer/,
    ],
    ["a path of another type", "GET", `${repo}/check-runs/first`, undefined, /check_run_id must be integer/],
    ["a path that is not published", "GET", `${repo}/remarks`, undefined, /no such operation/],
    [
      "a method that is not published",
      "PUT",
      `${repo}/issues/1/comments`,
      { body: "x" },
      /no such operation/,
    ],
    [
      "more annotations than a request takes",
      "PATCH",
      `${repo}/check-runs/1`,
      { output: { title: "t", summary: "s", annotations: Array(51).fill(annotation) } },
      /more than 50 items/,
    ],
    [
      "a property deep inside that is not published",
      "PATCH",
      `${repo}/check-runs/1`,
      { output: { title: "t", summary: "s", annotations: [{ ...annotation, colour: "red" }] } },
      /annotations\/0.*colour/,
    ],
  ])("%s is a violation", async (_, method, path, body, violation) => {
    await using github = await startGitHub();

    const url = github.apiUrl + path;
    // fetch refuses none of these bodies but a GET's.
    await fetch(url, {
      method,
      headers: { authorization: `Bearer ${github.token("app")}` },
      ...(body && { body: JSON.stringify(body) }),
    });

    expect(github.violations()).toEqual([expect.stringMatching(violation)]);
  });

  test("a violation that nobody asked for fails the test that caused it", async () => {
    const github = await startGitHub();
    await send(github, "app", "GET", `${repo}/remarks`);

    await expect(github[Symbol.asyncDispose]()).rejects.toThrow(
      /GET \/repos\/octocat\/shop\/remarks: .*no such operation/,
    );
  });

  test("so does a fault that was ordered for a request that never came", async () => {
    const github = await startGitHub();
    github.failNext("GET /user", faults.serverError);

    await expect(github[Symbol.asyncDispose]()).rejects.toThrow(/GET \/user: a fault was ordered/);
  });

  test("GraphQL is held against the published schema", async () => {
    await using github = await startGitHub();

    const { body } = await graphql(github, "app", "{ viewer { colour } }");

    expect(body.errors).toMatchObject([{ message: expect.stringContaining('Cannot query field "colour"') }]);
    expect(github.violations()).toEqual([expect.stringContaining('Cannot query field "colour"')]);
  });
});

describe("GitHub Enterprise Server", () => {
  test("has its interface below /api/v3, and its own addresses in what it answers", async () => {
    await using github = await startGitHub({ enterprise: true });
    const { number } = await github.createPullRequest();
    expect(github.apiUrl).toBe(`${github.serverUrl}/api/v3`);

    const { body } = await send(github, "app", "POST", `${repo}/issues/${number}/comments`, { body: "x" });
    expect(body.url).toBe(`${github.apiUrl}${repo}/issues/comments/${body.id}`);
    expect(body.html_url).toBe(`${github.serverUrl}/octocat/shop/pull/${number}#issuecomment-${body.id}`);

    const { body: said } = await graphql(github, "app", "{ viewer { login } }");
    expect(said).toEqual({ data: { viewer: { login: "github-actions[bot]" } } });
    expect(github.graphqlUrl).toBe(`${github.serverUrl}/api/graphql`);
  });

  test("answers nothing at the root of github.com's interface", async () => {
    await using github = await startGitHub({ enterprise: true });
    const { status } = await send(github, "app", "GET", github.serverUrl + repo);
    expect(status).toBe(404);
    expect(github.violations()).toEqual([expect.stringContaining("not below /api/v3")]);
  });
});

describe("who a token is", () => {
  test.each<[TokenKind, string, string]>([
    ["app", "github-actions[bot]", "Bot"],
    ["other-app", "house-bot[bot]", "Bot"],
    ["user", "octocat", "User"],
    ["contributor", "contributor", "User"],
  ])("%s comments as %s", async (kind, login, type) => {
    await using github = await startGitHub();
    const { number } = await github.createPullRequest();

    await send(github, kind, "POST", `${repo}/issues/${number}/comments`, { body: "x" });

    expect(await github.comments(number)).toMatchObject([{ body: "x", user: { login, type } }]);
    const { body } = await graphql(github, kind, "{ viewer { login } }");
    expect(body).toEqual({ data: { viewer: { login } } });
  });

  test("an app's token is refused the user that it is not", async () => {
    await using github = await startGitHub();
    expect(await send(github, "app", "GET", "/user")).toMatchObject(notAccessible);
    expect(await send(github, "user", "GET", "/user")).toMatchObject({
      status: 200,
      body: { login: "octocat" },
    });
    expect(await send(github, "ghs_expired", "GET", "/user")).toMatchObject({
      status: 401,
      body: { message: "Bad credentials" },
    });
  });

  test.each<[TokenKind, number, number]>([
    ["app", 201, 201],
    ["fork", 403, 403],
    ["no-comments", 403, 201],
    ["no-checks", 201, 403],
  ])("%s: a comment gets %i, a check run %i", async (kind, comment, check) => {
    await using github = await startGitHub();
    const { number, headSha } = await github.createPullRequest();
    const answers = [
      await send(github, kind, "POST", `${repo}/issues/${number}/comments`, { body: "x" }),
      await send(github, kind, "POST", `${repo}/check-runs`, { name: "Callboard", head_sha: headSha }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([comment, check]);
    for (const refused of answers.filter(({ status }) => status === 403)) {
      expect(refused).toMatchObject(notAccessible);
    }
  });
});

describe("comments", () => {
  test("come in pages that lead to each other", async () => {
    await using github = await startGitHub({ enterprise: true });
    const { number } = await github.createPullRequest();
    for (let i = 1; i <= 5; i++) await github.comment(number, `Comment ${i}`);

    const seen: string[] = [];
    let next: string | undefined = `${github.apiUrl}${repo}/issues/${number}/comments?per_page=2`;
    while (next) {
      const page = await send(github, "app", "GET", next);
      seen.push(...page.body.map(({ body }: { body: string }) => body));
      next = linked(page.headers, "next");
    }

    expect(seen).toEqual(["Comment 1", "Comment 2", "Comment 3", "Comment 4", "Comment 5"]);
    expect(github.requests).toHaveLength(3);
  });

  test("are refused when they are too long", async () => {
    await using github = await startGitHub();
    const { number } = await github.createPullRequest();
    const path = `${repo}/issues/${number}/comments`;
    expect((await send(github, "app", "POST", path, { body: "x".repeat(65_536) })).status).toBe(201);
    expect(await send(github, "app", "POST", path, { body: "x".repeat(65_537) })).toMatchObject({
      status: 422,
      body: { errors: [{ message: "Body is too long (maximum is 65536 characters)" }] },
    });
  });

  test("are read, with who wrote them, and minimized over GraphQL", async () => {
    await using github = await startGitHub();
    const { number } = await github.createPullRequest();
    await github.comment(number, "A person's", "user");
    const { node_id } = await github.comment(number, "The app's", "app");
    const minimize = `mutation ($id: ID!) {
      minimizeComment(input: { subjectId: $id, classifier: OUTDATED }) { minimizedComment { isMinimized } }
    }`;

    expect((await graphql(github, "fork", minimize, { id: node_id })).body).toMatchObject({
      data: { minimizeComment: null },
      errors: [{ type: "FORBIDDEN", message: "Resource not accessible by integration" }],
    });
    await graphql(github, "app", minimize, { id: node_id });

    const { body } = await graphql(
      github,
      "app",
      `query ($number: Int!) {
        repository(owner: "octocat", name: "shop") {
          pullRequest(number: $number) {
            comments(last: 100) { nodes { body viewerDidAuthor isMinimized author { login } } }
          }
        }
      }`,
      { number },
    );
    expect(body.data.repository.pullRequest.comments.nodes).toEqual([
      { body: "A person's", viewerDidAuthor: false, isMinimized: false, author: { login: "octocat" } },
      { body: "The app's", viewerDidAuthor: true, isMinimized: true, author: { login: "github-actions" } },
    ]);
  });
});

describe("check runs", () => {
  test("gather the annotations of every request", async () => {
    await using github = await startGitHub();
    const { headSha } = await github.createPullRequest();
    const output = { title: "t", summary: "s" };

    const { body: run } = await send(github, "app", "POST", `${repo}/check-runs`, {
      name: "Callboard",
      head_sha: headSha,
      ...finished,
      output: { ...output, annotations: Array(50).fill(annotation) },
    });
    await send(github, "app", "PATCH", `${repo}/check-runs/${run.id}`, {
      output: { ...output, annotations: [{ ...annotation, message: "The last" }] },
    });

    const annotations = await github.annotations(run.id);
    expect(annotations).toHaveLength(51);
    expect(annotations.at(-1)).toMatchObject({ message: "The last", path: "a.txt" });
    expect(await github.checkRuns(headSha)).toMatchObject([
      { name: "Callboard", conclusion: "failure", output: { annotations_count: 51 } },
    ]);
  });

  test("are listed for a commit, of one app if asked, in pages", async () => {
    await using github = await startGitHub();
    const { headSha } = await github.createPullRequest();
    for (const [kind, name] of [
      ["app", "One"],
      ["app", "Two"],
      ["other-app", "Three"],
    ] as const) {
      await send(github, kind, "POST", `${repo}/check-runs`, { name, head_sha: headSha });
    }

    const list = `${repo}/commits/${headSha}/check-runs?app_id=15368&per_page=1`;
    const first = await send(github, "app", "GET", list);
    const second = await send(github, "app", "GET", linked(first.headers, "next") ?? "");

    expect(first.body).toMatchObject({
      total_count: 2,
      check_runs: [{ name: "Two", app: { slug: "github-actions" } }],
    });
    expect(second.body).toMatchObject({ total_count: 2, check_runs: [{ name: "One" }] });
    expect(linked(second.headers, "next")).toBeUndefined();
  });

  test("belong to the app that made them; a job's own keeps its status", async () => {
    await using github = await startGitHub();
    const { headSha } = await github.createPullRequest();
    const job = `${repo}/check-runs/${await github.startJob(headSha, "scenarios (1)")}`;
    const output = { title: "t", summary: "s", annotations: [annotation] };

    expect((await send(github, "app", "PATCH", job, { output })).status).toBe(200);
    expect(await send(github, "app", "PATCH", job, finished)).toMatchObject({
      status: 403,
      body: { message: "Check run status and conclusions can only be updated internally by GitHub Actions" },
    });
    expect(await send(github, "other-app", "PATCH", job, { output })).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining("only be modified by the GitHub App that created it") },
    });
    expect(
      await send(github, "user", "POST", `${repo}/check-runs`, { name: "x", head_sha: headSha }),
    ).toMatchObject({
      status: 403,
      body: { message: "You must authenticate via a GitHub App." },
    });
  });

  test("take a text of 65,535 bytes and no more", async () => {
    await using github = await startGitHub();
    const { headSha } = await github.createPullRequest();
    const create = (summary: string) =>
      send(github, "app", "POST", `${repo}/check-runs`, {
        name: "x",
        head_sha: headSha,
        output: { title: "t", summary },
      });
    expect((await create("x".repeat(65_535))).status).toBe(201);
    expect((await create("é".repeat(32_768))).status).toBe(422);
  });
});

describe("a commit's pull requests", () => {
  test("are found by a commit of the repository, and not by a fork's", async () => {
    await using github = await startGitHub();
    const own = await github.createPullRequest();
    const foreign = await github.createPullRequest({ fork: true });
    const numbers = async (path: string) =>
      (await send(github, "app", "GET", repo + path)).body.map(({ number }: { number: number }) => number);

    expect(await numbers(`/commits/${own.headSha}/pulls`)).toEqual([own.number]);
    expect(await numbers(`/commits/${own.baseSha}/pulls`)).toEqual([]);
    expect(await numbers(`/commits/${foreign.headSha}/pulls`)).toEqual([]);
    expect(await numbers(`/pulls?head=contributor:${foreign.headRef}`)).toEqual([foreign.number]);
    expect((await send(github, "app", "GET", `${repo}/commits/${"0".repeat(40)}/pulls`)).status).toBe(422);
  });

  test("are found by an earlier commit too, after another push", async () => {
    await using github = await startGitHub();
    const { number, headRef, headSha } = await github.createPullRequest();
    const { before, sha } = await github.push(headRef);
    expect(before).toBe(headSha);
    const { body } = await send(github, "app", "GET", `${repo}/commits/${sha}/pulls`);
    expect(body).toMatchObject([{ number, head: { sha } }]);
  });
});

describe("what a person's editor asks", () => {
  test("is answered once: what has not changed is not sent again", async () => {
    await using github = await startGitHub({ enterprise: true });
    const { number, headSha } = await github.createPullRequest();
    await github.comment(number, "The app's", "app");
    await send(github, "app", "POST", `${repo}/check-runs`, { name: "Callboard", head_sha: headSha });
    const paths = [
      repo,
      `${repo}/pulls?head=octocat:change-1&state=all&sort=updated&direction=desc&per_page=30`,
      `${repo}/commits/${headSha}/pulls?per_page=30`,
      `${repo}/issues/${number}/comments?per_page=100`,
      `${repo}/commits/${headSha}/check-runs?filter=all&per_page=100`,
    ];
    for (const path of paths) {
      const { status, headers } = await send(github, "user", "GET", path);
      expect(status).toBe(200);
      const etag = headers.get("etag") ?? "";
      const again = await send(github, "user", "GET", path, undefined, { "if-none-match": etag });
      expect([path, again.status, again.body, again.headers.get("etag")]).toEqual([
        path,
        304,
        undefined,
        etag,
      ]);
      // Another token is another reader.
      expect(
        (await send(github, "contributor", "GET", path, undefined, { "if-none-match": etag })).status,
      ).toBe(200);
    }
    expect(github.violations()).toEqual([]);
  });

  test("is sent again once it has changed", async () => {
    await using github = await startGitHub();
    const { number, headRef } = await github.createPullRequest();
    const comments = `${repo}/issues/${number}/comments?per_page=100`;
    const pulls = `${repo}/pulls?head=octocat:${headRef}&state=all`;
    const etags = [];
    for (const path of [comments, pulls]) {
      etags.push((await send(github, "user", "GET", path)).headers.get("etag") ?? "");
    }
    await github.comment(number, "New");
    await github.push(headRef);
    for (const [i, path] of [comments, pulls].entries()) {
      const again = await send(github, "user", "GET", path, undefined, { "if-none-match": etags[i] ?? "" });
      expect(again.status).toBe(200);
    }
  });

  test("about a fork tells its parent, where the pull request is", async () => {
    await using github = await startGitHub({ enterprise: true });
    const { number, headRef } = await github.createPullRequest({ fork: true });
    const { body: fork } = await send(github, "contributor", "GET", "/repos/contributor/shop");
    expect(fork).toMatchObject({ fork: true, parent: { full_name: "octocat/shop" } });
    const query = `head=contributor:${headRef}&state=all&sort=updated&direction=desc&per_page=30`;
    expect((await send(github, "contributor", "GET", `${repo}/pulls?${query}`)).body).toMatchObject([
      { number, state: "open", head: { repo: { full_name: "contributor/shop" } } },
    ]);
    expect((await send(github, "contributor", "GET", `/repos/contributor/shop/pulls?${query}`)).body).toEqual(
      [],
    );
  });

  test("a closed pull request is found, too, where all are asked for", async () => {
    await using github = await startGitHub();
    const { number, headRef } = await github.createPullRequest();
    await github.ask("user", "PATCH", `${repo}/pulls/${number}`, { state: "closed" });
    const path = `${repo}/pulls?head=octocat:${headRef}`;
    expect((await send(github, "user", "GET", path)).body).toEqual([]);
    expect((await send(github, "user", "GET", `${path}&state=all`)).body).toMatchObject([
      { number, state: "closed" },
    ]);
  });

  test("a check run says which app made it, and carries what the app gave it", async () => {
    await using github = await startGitHub();
    const { headSha } = await github.createPullRequest();
    await send(github, "app", "POST", `${repo}/check-runs`, {
      name: "Callboard reviews",
      head_sha: headSha,
      external_id: "callboard:reviews",
      output: { title: "t", summary: "s", text: "The state" },
    });
    const path = `${repo}/commits/${headSha}/check-runs?filter=all&per_page=100`;
    expect((await send(github, "user", "GET", path)).body).toMatchObject({
      check_runs: [
        {
          name: "Callboard reviews",
          external_id: "callboard:reviews",
          app: { slug: "github-actions" },
          html_url: expect.stringContaining(`${github.serverUrl}/octocat/shop/`),
          output: { title: "t", text: "The state" },
        },
      ],
    });
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

  test("who may not see a repository is told that there is none", async () => {
    await using github = await startGitHub();
    const { number } = await github.createPullRequest();
    github.permit("contributor", "none");
    for (const path of [repo, `${repo}/pulls`, `${repo}/issues/${number}/comments`]) {
      expect(await send(github, "contributor", "GET", path)).toMatchObject({
        status: 404,
        body: { message: "Not Found" },
      });
      expect((await send(github, "user", "GET", path)).status).toBe(200);
    }
  });
});

describe("faults that a test orders", () => {
  test("can last, for all that a token asks", async () => {
    await using github = await startGitHub();
    github.failAll("user", faults.singleSignOn);
    for (const path of [repo, `${repo}/pulls`]) {
      const { status, headers, body } = await send(github, "user", "GET", path);
      expect([status, body.message]).toEqual([
        403,
        expect.stringContaining("protected by organization SAML enforcement"),
      ]);
      expect(headers.get("x-github-sso")).toMatch(/^required; url=/);
    }
    expect((await send(github, "user-anew", "GET", repo)).status).toBe(200);
    github.failAll("user", faults.primaryLimit(2_000_000_000, 429));
    const limited = await send(github, "user", "GET", repo);
    expect([limited.status, limited.headers.get("x-ratelimit-remaining")]).toEqual([429, "0"]);
    expect(limited.headers.get("x-ratelimit-reset")).toBe("2000000000");
    github.failAll("user");
    expect((await send(github, "user", "GET", repo)).status).toBe(200);
    github.failNext("GET /repos/{owner}/{repo}", faults.loggedOut);
    expect((await send(github, "user", "GET", repo)).status).toBe(401);
  });

  test("come once, in order, and to the operation that they were ordered for", async () => {
    await using github = await startGitHub();
    const { number } = await github.createPullRequest();
    const comments = `${repo}/issues/${number}/comments`;
    const operation = "POST /issues/{issue_number}/comments";
    github.failNext(operation, faults.serverError);
    github.failNext(operation, faults.secondaryLimit(429, 3));

    expect((await send(github, "app", "GET", comments)).status).toBe(200);
    expect((await send(github, "app", "POST", comments, { body: "x" })).status).toBe(500);
    const limited = await send(github, "app", "POST", comments, { body: "x" });
    expect(limited.status).toBe(429);
    expect(limited.headers.get("retry-after")).toBe("3");
    expect(limited.body.message).toContain("secondary rate limit");
    expect((await send(github, "app", "POST", comments, { body: "x" })).status).toBe(201);
    expect(await github.comments(number)).toHaveLength(1);
  });

  test.each([
    ["lostRequest", 0],
    ["lostAnswer", 1],
  ] as const)("%s breaks the connection; %i comments were made", async (fault, made) => {
    await using github = await startGitHub();
    const { number } = await github.createPullRequest();
    github.failNext("POST /issues/{issue_number}/comments", faults[fault]);

    await expect(
      send(github, "app", "POST", `${repo}/issues/${number}/comments`, { body: "x" }),
    ).rejects.toThrow();

    expect(await github.comments(number)).toHaveLength(made);
    expect(github.requests).toMatchObject([{ operation: "POST /issues/{issue_number}/comments" }]);
    expect(github.requests[0]?.answer).toBeUndefined();
  });
});

test("without its checks it needs nothing installed, and plays the same", async () => {
  await using github = await startGitHub({ checked: false });
  const { number } = await github.createPullRequest();
  const { status } = await send(github, "fork", "POST", `${repo}/issues/${number}/comments`, {
    colour: "red",
  });
  expect(status).toBe(403);
  expect(github.violations()).toEqual([]);
});

test("what it checks against is installed once", async () => {
  // The global setup has done so; a second time would take npm, which this process does not find.
  const { PATH } = process.env;
  process.env["PATH"] = "";
  try {
    await installOnce(import.meta.dirname);
  } finally {
    process.env["PATH"] = PATH;
  }
});

const notAccessible = { status: 403, body: { message: "Resource not accessible by integration" } };

interface Reply {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: whatever GitHub answers; each test says what it expects.
  readonly body: any;
}

/** Sends a request as any client would, with one of GitHub's tokens or with another. */
async function send(
  github: LocalGitHub,
  token: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const known = github.token(token as TokenKind);
  const response = await fetch(path.startsWith("http") ? path : github.apiUrl + path, {
    method,
    headers: { authorization: `Bearer ${known || token}`, ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === "" ? undefined : JSON.parse(text),
  };
}

function graphql(github: LocalGitHub, token: TokenKind, query: string, variables?: object): Promise<Reply> {
  return send(github, token, "POST", github.graphqlUrl, { query, variables });
}

function linked(headers: Headers, rel: string): string | undefined {
  return new RegExp(`<([^>]+)>; rel="${rel}"`).exec(headers.get("link") ?? "")?.[1];
}

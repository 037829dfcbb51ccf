/** The client of GitHub over both transports: its requests, and its treatment of each response. */

import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { getOctokit } from "@actions/github";
import { afterEach, describe, expect, test } from "vitest";
import { type Clock, systemClock } from "../../../shared/clock.ts";
import { GitHubClient, type GitHubClientOptions } from "../../../shared/github/client.ts";
import { Deadline } from "../../../shared/github/deadline.ts";
import { createGraphql } from "../../../shared/github/graphql.ts";
import type { GitHubRest, Route } from "../../../shared/github/interface.ts";
import { collectPages, pages } from "../../../shared/github/pages.ts";
import { withRetries } from "../../../shared/github/retries.ts";
import { redactor } from "../../../shared/service/secret.ts";
import { transports } from "../service/transports.ts";

const close: (() => void)[] = [];
afterEach(() => {
  for (const each of close.splice(0)) each();
});

async function startServer(answer: RequestListener) {
  const asked: string[] = [];
  const requests: IncomingMessage[] = [];
  const server = createServer(async (request, response) => {
    requests.push(request);
    asked.push(`${request.method} ${request.url} ${await text(request)}`.trim());
    answer(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  close.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  const { port } = server.address() as AddressInfo;
  return { asked, requests, url: `http://127.0.0.1:${port}` };
}

/** Records pauses, which take no time. */
function clockWithoutTime(): Clock & { readonly pauses: number[] } {
  const pauses: number[] = [];
  return {
    pauses,
    now: () => 1_000_000,
    random: () => 0.5,
    after(milliseconds, callback) {
      if (milliseconds === 120_000) return () => {};
      pauses.push(milliseconds);
      return systemClock.after(0, callback);
    },
  };
}

/** Clients may encode a query differently, for example a space as "+". */
function readLine(line: string) {
  const [, method, address = "", body] = /^(\S+) (\S+)(?: (.*))?$/s.exec(line) ?? [];
  const { pathname, searchParams } = new URL(address, "http://github.test");
  return { method, pathname, query: [...searchParams].sort(), body: body && JSON.parse(body) };
}

async function deserted(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise(resolve => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

const json = (response: ServerResponse, status: number, body: unknown, headers = {}) =>
  response
    .writeHead(status, { "content-type": "application/json", ...headers })
    .end(body === undefined ? undefined : JSON.stringify(body));

const place = { owner: "octocat", repo: "shop" };
const pull = "GET /repos/{owner}/{repo}/pulls/{pull_number}";
const list = "GET /repos/{owner}/{repo}/issues/{issue_number}/comments";
const comment = "POST /repos/{owner}/{repo}/issues/{issue_number}/comments";
const edit = "PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}";
const token = "ghs_t0ken/with+odd=chars";

describe.each(transports)("over %s", (_, transport) => {
  const connect = (apiUrl: string, options: Partial<GitHubClientOptions> = {}) =>
    new GitHubClient({
      apiUrl,
      token,
      userAgent: "callboard",
      transport,
      clock: systemClock,
      redact: redactor(token),
      ...options,
    });
  /** Connects like the Action, which retries. */
  const connectPatiently = (apiUrl: string, clock = clockWithoutTime()) => {
    const deadline = new Deadline(clock, new AbortController().signal, 0);
    const github = withRetries(connect(apiUrl, { clock }), deadline, clock);
    return { github, graphql: graphqlFor(github), pauses: clock.pauses };
  };
  const graphqlFor = (github: GitHubRest) => createGraphql(github, systemClock.now, redactor(token));
  const getPull = (github: GitHubRest) => github.request(pull, { ...place, pull_number: 7 });
  const writeComment = (github: GitHubRest) =>
    github.request(comment, { ...place, issue_number: 7, body: "Hi" });

  describe("a request", () => {
    test("keeps its options when it is retried", async () => {
      const { url } = await startServer((_, response) => json(response, 200, { body: "long", id: 5 }));
      const { github } = connectPatiently(url);
      const keep = (data: unknown) => (data as { id: number }).id;
      const { data } = await github.request(pull, { ...place, pull_number: 7, request: { keep } });
      expect(data).toBe(5);
      const own = AbortSignal.abort();
      const cancelled = github.request(pull, { ...place, pull_number: 7, request: { signal: own } });
      await expect(cancelled).rejects.toThrow();
    });

    test("has its parameters in the path, the query or the body", async () => {
      const { url, asked, requests } = await startServer((_, response) => json(response, 200, { ok: true }));
      const github = connect(url);
      await github.request("GET /repos/{owner}/{repo}/commits/{ref}/check-runs", {
        ...place,
        ref: "a/b c",
        check_name: "A & B",
        filter: "all",
      });
      const { status, data, isUnchanged } = await github.request(edit, {
        ...place,
        comment_id: 5,
        body: "ü",
        request: { isRepeatable: false },
      });
      await github.request("DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}", {
        ...place,
        comment_id: 5,
      });
      expect(asked).toEqual([
        "GET /repos/octocat/shop/commits/a%2Fb%20c/check-runs?check_name=A+%26+B&filter=all",
        'PATCH /repos/octocat/shop/issues/comments/5 {"body":"ü"}',
        "DELETE /repos/octocat/shop/issues/comments/5",
      ]);
      expect({ status, data, isSame: isUnchanged }).toEqual({
        status: 200,
        data: { ok: true },
        isSame: false,
      });
      expect(requests[1]?.headers).toMatchObject({
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        "user-agent": expect.any(String),
        "x-github-api-version": "2022-11-28",
      });
    });

    test.each<[Route, Record<string, unknown>]>([
      [pull, { pull_number: 7 }],
      [list, { issue_number: 7, per_page: 100, page: 2 }],
      [comment, { issue_number: 7, body: "Ü & <b>\n" }],
      [edit, { comment_id: 5, body: "" }],
      ["DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}", { comment_id: 5 }],
      [
        "GET /repos/{owner}/{repo}/commits/{ref}/check-runs",
        { ref: "fix/ü #1", check_name: "A + B", app_id: 1 },
      ],
      ["GET /repos/{owner}/{repo}/pulls", { head: "octo:a/b?c", state: "open" }],
      ["POST /repos/{owner}/{repo}/check-runs", { name: "Reviews", output: { title: "1", summary: "2" } }],
      ["POST /repos/{owner}/{repo}/dispatches", { event_type: "decide", client_payload: { id: null } }],
    ])("asks for the same as the toolkit's client: %s %j", async (route, parameters) => {
      const { url, asked } = await startServer((_, response) => json(response, 200, { ok: true }));
      await getOctokit(token, { baseUrl: url }).request(route, { ...place, ...parameters });
      await connect(url).request(route, { ...place, ...parameters });
      const [toolkits, ours] = asked.map(readLine);
      expect(ours).toEqual(toolkits);
    });

    test("goes below the address of an enterprise server, and its GraphQL beside it", async () => {
      const { url, asked } = await startServer((_, response) => json(response, 200, { data: { it: 1 } }));
      const github = connect(`${url}/api/v3/`);
      await getPull(github);
      expect(await graphqlFor(github)("query { it }", { number: 1 })).toEqual({ it: 1 });
      expect(asked).toEqual([
        "GET /api/v3/repos/octocat/shop/pulls/7",
        'POST /api/graphql {"query":"query { it }","variables":{"number":1}}',
      ]);
    });

    test("can have an empty response", async () => {
      const { url } = await startServer((_, response) => json(response, 204, undefined));
      const { status, data } = await writeComment(connect(url));
      expect({ status, data }).toEqual({ status: 204, data: undefined });
    });

    test.each(["<p>Who are you?</p>", '"text"', "5"])("refuses %s as its response", async body => {
      const { url } = await startServer((_, response) => response.writeHead(200).end(body));
      await expect(getPull(connect(url))).rejects.toThrow(
        "the response is not GitHub's, or a proxy has changed it",
      );
    });

    test("refuses a response with more entries than a list can have", async () => {
      const { url } = await startServer((_, response) => {
        response.writeHead(200);
        for (let megabyte = 0; megabyte < 51; megabyte++) response.write(" ".repeat(1_000_000));
        response.end("[]");
      });
      await expect(getPull(connect(url))).rejects.toThrow("The response is larger than 50 MB");
    });
  });

  describe("a repository that was renamed", () => {
    const renamed = (status: number, to = (own: string) => `${own}/repositories/7`) =>
      startServer((request, response) => {
        const rest = request.url?.split("/repos/octocat/shop")[1];
        const own = `http://${request.headers.host}`;
        if (rest === undefined) json(response, 200, { there: true });
        else response.writeHead(status, { location: to(own) + rest }).end("{}");
      });

    test.each([301, 302, 307, 308])("is read at its new address (%i)", async status => {
      const { url, asked } = await renamed(status);
      expect((await getPull(connect(url))).data).toEqual({ there: true });
      expect(asked).toEqual(["GET /repos/octocat/shop/pulls/7", "GET /repositories/7/pulls/7"]);
    });

    test.each([307, 308])("is written to at its new address, once (%i)", async status => {
      const { url, asked } = await renamed(status, () => "/repositories/7");
      await writeComment(connect(url));
      expect(asked).toEqual([
        'POST /repos/octocat/shop/issues/7/comments {"body":"Hi"}',
        'POST /repositories/7/issues/7/comments {"body":"Hi"}',
      ]);
    });

    test.each([301, 302])("is not written to if the redirect may mean another request (%i)", async status => {
      const { url, asked } = await renamed(status);
      const written = writeComment(connectPatiently(url).github);
      await expect(written).rejects.toMatchObject({
        message: "GitHub redirects to another address",
        status,
        isUncertain: false,
      });
      expect(asked).toHaveLength(1);
    });

    test("is not followed in circles", async () => {
      const { url, asked } = await renamed(307, own => `${own}/repos/octocat/shop`);
      await expect(writeComment(connect(url))).rejects.toThrow("GitHub redirects to another address");
      expect(asked).toHaveLength(4);
    });

    test("is not followed to another server, which must not see the token", async () => {
      const other = await startServer((_, response) => json(response, 200, {}));
      const user = (address: string) => address.replace("//", "//127.0.0.1:80@");
      for (const to of [
        () => other.url,
        () => user(other.url),
        (own: string) => `${own}.evil.example`,
        (own: string) => own.replace("127.0.0.1", "localhost"),
      ]) {
        const { url } = await renamed(307, to);
        await expect(getPull(connect(url))).rejects.toThrow("GitHub redirects to another address");
        await expect(writeComment(connect(url))).rejects.toThrow("GitHub redirects to another address");
      }
      expect(other.asked).toEqual([]);
    });
  });

  describe("a download", () => {
    const zip = "GET /repos/{owner}/{repo}/actions/artifacts/{artifact_id}/{archive_format}";
    const find = (apiUrl: string) =>
      connect(apiUrl).findDownload(zip, { ...place, artifact_id: 7, archive_format: "zip" });
    const redirecting = (to: (path: string, own: string) => string) =>
      startServer((request, response) => {
        const location = to(request.url ?? "", `http://${request.headers.host}`);
        response.writeHead(302, { location }).end();
      });

    test("is at the address that GitHub gives, and nothing is sent there", async () => {
      const other = await startServer((_, response) => json(response, 200, {}));
      const { url } = await redirecting(() => `${other.url}/zip?sig=a%2Fb`);
      expect((await find(url)).href).toBe(`${other.url}/zip?sig=a%2Fb`);
      expect(other.asked).toEqual([]);
    });

    test("of a renamed repository is found under its new name", async () => {
      const { url, asked } = await redirecting((path, own) =>
        path.startsWith("/repos/") ? `${own}/repositories/5/zip` : "https://blobs.example/zip",
      );
      expect((await find(url)).href).toBe("https://blobs.example/zip");
      expect(asked).toHaveLength(2);
    });

    test("beside the API of an enterprise server is not requested with the token", async () => {
      const { url, asked } = await redirecting((_, own) => `${own}/_services/zip`);
      expect((await find(`${url}/api/v3`)).href).toBe(`${url}/_services/zip`);
      expect(asked).toHaveLength(1);
    });

    test.each([
      [404, "not-found"],
      [410, "not-found"],
      [403, "forbidden"],
      [200, "unavailable"],
    ])("has no address after a response of %i", async (status, kind) => {
      const { url } = await startServer((_, response) => json(response, status, { message: "No" }));
      await expect(find(url)).rejects.toMatchObject({ kind, status });
    });
  });

  describe("a repeated request", () => {
    async function startChanging() {
      const state = { version: 1 };
      const server = await startServer((request, response) => {
        const etag = `"${state.version}"`;
        if (request.headers["if-none-match"] === etag) response.writeHead(304, { etag }).end();
        else json(response, 200, { version: state.version, at: request.url }, { etag });
      });
      return { ...server, state, etags: () => server.requests.map(each => each.headers["if-none-match"]) };
    }

    test("returns the previous response if nothing has changed", async () => {
      const { url, state, etags } = await startChanging();
      const github = connect(url, { usesETags: true });
      const told = [];
      for (const version of [1, 1, 2]) {
        state.version = version;
        const { data, isUnchanged } = await getPull(github);
        told.push([data, isUnchanged]);
      }
      const at = "/repos/octocat/shop/pulls/7";
      expect(told).toEqual([
        [{ version: 1, at }, false],
        [{ version: 1, at }, true],
        [{ version: 2, at }, false],
      ]);
      expect(etags()).toEqual([undefined, '"1"', '"1"']);
    });

    test("is remembered only for the last forty, and only for callers that ask for it", async () => {
      const { url, etags } = await startChanging();
      for (const usesETags of [true, false]) {
        const github = connect(url, { usesETags });
        for (let number = 0; number <= 40; number++) {
          await github.request(pull, { ...place, pull_number: number });
        }
        for (const number of [40, 0]) await github.request(pull, { ...place, pull_number: number });
      }
      expect(etags().filter(etag => etag !== undefined)).toHaveLength(1);
    });
  });

  describe("a list", () => {
    const listIn = (github: GitHubRest, most?: number) =>
      collectPages(pages(page => github.request(list, { ...place, issue_number: 7, ...page }), most));

    test("is read page by page, by number, whatever the response links to", async () => {
      const other = await startServer((_, response) => json(response, 200, []));
      const { url, asked } = await startServer((request, response) => {
        const link = request.url?.endsWith("page=2") ? "" : `<${other.url}/comments?page=2>; rel="next"`;
        json(response, 200, [{ id: request.url?.at(-1) }], { link });
      });
      expect(await listIn(connect(url))).toEqual([{ id: "1" }, { id: "2" }]);
      const path = "GET /repos/octocat/shop/issues/7/comments?per_page=100&page=";
      expect(asked).toEqual([`${path}1`, `${path}2`]);
      expect(other.asked).toEqual([]);
    });

    test("ends, even if GitHub reports further pages", async () => {
      const { url, asked } = await startServer((_, response) =>
        json(response, 200, [], { link: '<x>; rel="next"' }),
      );
      await listIn(connect(url));
      await listIn(connect(url), 5);
      expect(asked).toHaveLength(105);
    });
  });

  describe("an error", () => {
    const saml = "Resource protected by organization SAML enforcement.";
    const limit = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1060" };
    test.each([
      [401, {}, "Bad credentials", { kind: "logged-out" }],
      [403, {}, saml, { kind: "saml" }],
      [403, { "x-github-sso": "required; url=https://github.test" }, "No.", { kind: "saml" }],
      [403, {}, "Resource not accessible by integration", { kind: "forbidden" }],
      [404, {}, "Not Found", { kind: "not-found" }],
      [410, {}, "This issue was deleted", { kind: "not-found" }],
      [422, {}, "Validation Failed", { kind: "unavailable", isUncertain: false }],
      [403, { "retry-after": "30" }, "Slower", { kind: "limited", untilMs: 1_030_000 }],
      [403, limit, "API rate limit exceeded", { kind: "limited", untilMs: 1_060_000 }],
      [403, {}, "You have exceeded a secondary rate limit", { kind: "limited", untilMs: 1_060_000 }],
      [429, {}, "Too many", { kind: "limited", untilMs: 1_060_000 }],
      [500, {}, "Server Error", { kind: "unavailable", isUncertain: true }],
    ])("has a kind: %i %j %s", async (status, headers, message, details) => {
      const { url } = await startServer((_, response) => json(response, status, { message }, headers));
      await expect(getPull(connect(url, { clock: clockWithoutTime() }))).rejects.toMatchObject({
        name: "GitHubError",
        status,
        message,
        ...details,
      });
    });

    test("has the status if GitHub sends no message", async () => {
      const { url } = await startServer((_, response) => response.writeHead(502).end("<p>Bad gateway"));
      await expect(getPull(connect(url))).rejects.toThrow("HTTP 502");
    });

    test.each([
      ["as it is", token],
      ["with what nobody sees between its letters", [...token].join("\u200b")],
      ["where the text is cut", `${"x".repeat(290)}${token}`],
    ])("that repeats the token omits it: %s", async (_, said) => {
      const { url } = await startServer((_, response) =>
        json(response, 403, { message: `No entry: ${said}` }),
      );
      const error = await getPull(connect(url)).catch(String);
      expect(error).toContain("No entry: ");
      expect(error).not.toContain(token.slice(0, 6));
      expect(error).not.toContain([...token.slice(0, 6)].join("\u200b"));
    });

    test("has the network's words if GitHub can't be reached", async () => {
      const url = await deserted();
      await expect(writeComment(connect(url))).rejects.toMatchObject({
        kind: "unavailable",
        status: undefined,
        message: `connect ECONNREFUSED ${new URL(url).host}`,
        isUncertain: false,
      });
    });

    test("also covers GraphQL errors in a response with status 200", async () => {
      const said = { message: "Could not resolve to a Repository", type: "NOT_FOUND" };
      const { url } = await startServer((request, response) =>
        json(response, 200, {
          data: null,
          errors: [
            request.headers["user-agent"] === "limited" ? { message: "Slower", type: "RATE_LIMITED" } : said,
          ],
        }),
      );
      await expect(graphqlFor(connect(url))("query { it }")).rejects.toMatchObject({
        kind: "not-found",
        message: said.message,
      });
      await expect(graphqlFor(connect(url, { userAgent: "limited" }))("query { it }")).rejects.toMatchObject({
        kind: "limited",
      });
    });
  });

  describe("a failed request", () => {
    const failing = (times: number, fail: (response: ServerResponse) => void) => {
      let left = times;
      return startServer((_, response) => {
        if (left-- > 0) fail(response);
        else json(response, 200, { ok: true, data: {} });
      });
    };
    const unavailable = (response: ServerResponse) => json(response, 503, { message: "Unavailable" });
    const dropped = (response: ServerResponse) => response.destroy();

    test.each([
      ["is unavailable", unavailable],
      ["drops the connection", dropped],
      ["sends a page of its own", (response: ServerResponse) => response.end("<p>Wait")],
    ])("is sent again if the server %s", async (_, fail) => {
      const { url, asked } = await failing(4, fail);
      const { github, pauses } = connectPatiently(url);
      expect((await getPull(github)).status).toBe(200);
      expect(asked).toHaveLength(5);
      expect(pauses).toEqual([250, 500, 1000, 2000]);
    });

    test("is sent five times at most", async () => {
      const { url, asked } = await failing(9, unavailable);
      await expect(getPull(connectPatiently(url).github)).rejects.toThrow("Unavailable");
      expect(asked).toHaveLength(5);
    });

    test.each([
      ["unavailable", unavailable],
      ["gone", dropped],
    ])(
      "is not sent again if GitHub may have acted, unless the request allows it: it is %s",
      async (_, fail) => {
        const { url, asked } = await failing(3, fail);
        const { github } = connectPatiently(url);
        await expect(writeComment(github)).rejects.toMatchObject({ isUncertain: true });
        const once = github.request(edit, {
          ...place,
          comment_id: 5,
          body: "",
          request: { isRepeatable: false },
        });
        await expect(once).rejects.toMatchObject({ isUncertain: true });
        await github.request(comment, {
          ...place,
          issue_number: 7,
          body: "",
          request: { isRepeatable: true },
        });
        expect(asked).toHaveLength(4);
      },
    );

    test("is sent again for a GraphQL query, but not for a mutation", async () => {
      const { url, asked } = await failing(2, unavailable);
      const { graphql } = connectPatiently(url);
      await expect(graphql("mutation { it }")).rejects.toThrow("Unavailable");
      await graphql("query { it }");
      expect(asked).toHaveLength(3);
    });

    test("is sent again if nothing was sent", async () => {
      const { github, pauses } = connectPatiently(await deserted());
      await expect(writeComment(github)).rejects.toThrow("ECONNREFUSED");
      expect(pauses).toHaveLength(4);
    });

    test("is sent again after a rate limit, if there is time", async () => {
      const limited = (seconds: number) => (response: ServerResponse) =>
        json(response, 403, { message: "Slower" }, { "retry-after": String(seconds) });
      const soon = await failing(1, limited(100));
      const { github, pauses } = connectPatiently(soon.url);
      expect((await writeComment(github)).status).toBe(200);
      expect(pauses).toEqual([100_000]);
      const late = await failing(1, limited(121));
      await expect(writeComment(connectPatiently(late.url).github)).rejects.toMatchObject({
        kind: "limited",
      });
      expect(late.asked).toHaveLength(1);
    });

    test("fails at once for a caller without time to wait", async () => {
      const { url, asked } = await failing(1, unavailable);
      await expect(getPull(connect(url))).rejects.toThrow("Unavailable");
      expect(asked).toHaveLength(1);
    });
  });

  describe("a cancel", () => {
    const endless = () => startServer((_, response) => void response.writeHead(200).write("{"));

    test("during the response ends it, with the given reason", async () => {
      const { url } = await endless();
      const end = new AbortController();
      const asked = connect(url).request(pull, { ...place, pull_number: 7, request: { signal: end.signal } });
      setTimeout(() => end.abort(new Error("looked away")), 50);
      await expect(asked).rejects.toThrow("looked away");
    });

    test("beforehand sends nothing", async () => {
      const { url, asked } = await endless();
      const signal = AbortSignal.abort(new Error("looked away"));
      const never = connect(url).request(pull, { ...place, pull_number: 7, request: { signal } });
      await expect(never).rejects.toThrow("looked away");
      expect(asked).toEqual([]);
    });

    test("by the deadline ends the current request and further ones", async () => {
      const { url, asked } = await endless();
      const cancel = new AbortController();
      using deadline = new Deadline(systemClock, cancel.signal, 50);
      const github = withRetries(connect(url), deadline, systemClock);
      const first = getPull(github);
      setTimeout(() => cancel.abort(), 20);
      await expect(first).rejects.toMatchObject({ message: "there was no time left", isUncertain: true });
      await expect(writeComment(github)).rejects.toMatchObject({
        message: "there was no time left",
        isUncertain: false,
      });
      expect(asked).toHaveLength(1);
    });
  });
});

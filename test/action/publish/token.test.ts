/** Whoever has the token can write to the repository: it goes to GitHub alone, and nothing shows it. */

import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { afterAll, describe, expect, test } from "vitest";
import { findGates } from "../../../action/gate/checks.ts";
import { reportComments } from "../../../action/gate/comments.ts";
import { redactorOf } from "../../../action/runner/key.ts";
import { secretForms } from "../../../shared/service/secret.ts";
import { events } from "../../github/events.ts";
import { refusal } from "../../github/exchange.ts";
import { startGitHub } from "../../github/github.ts";
import { sessionOn } from "../session.ts";
import { everythingIn, newPullRequest, step } from "../step.ts";
import { apiKey, failing, hastyClock, publish, reportWith } from "./publishing.ts";

const closing: (() => void)[] = [];
afterAll(() => {
  for (const close of closing) close();
});

async function listening(onRequest: RequestListener): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    onRequest(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  const address = server.address();
  return { asked, url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}` };
}

describe("an answer of GitHub's that repeats the token", () => {
  const spread = (token: string) => [...token].join("\u200b");
  test.each([
    ["as it is", (token: string) => token],
    ["in base64", (token: string) => btoa(token)],
    [
      "percent-encoded",
      (token: string) => [...token].map(at => `%${at.charCodeAt(0).toString(16)}`).join(""),
    ],
    ["with what nobody sees between its letters", spread],
    ["where the text is cut", (token: string) => "x".repeat(199 - token.length / 2) + token],
  ])("%s is told without it", async (_, form) => {
    await using github = await startGitHub();
    const pull = await github.createPullRequest();
    const event = await events.pullRequest(github, pull);
    const token = github.token("app");
    const refused = { answer: refusal(403, `No entry: ${form(token)}`) };
    for (const operation of ["GET /commits/{ref}/check-runs", "GET /issues/{issue_number}/comments"]) {
      github.failNext(operation, refused);
    }
    github.failNext("GET /commits/{ref}/check-runs", refused);

    const settings = { check: "separate", redact: redactorOf(apiKey, token) } as const;
    const { said } = await publish({ github, event, settings }, reportWith(failing), { compare: true });

    const text = said.map(line => line.text).join("\n");
    expect(text.match(/No entry: /g)).toHaveLength(3);
    for (const piece of [token.slice(0, 12), token.slice(-12)]) expect(text).not.toContain(piece);
  });

  test("is told so by the step, which masks every form of it first; nothing else shows it either", async () => {
    await using github = await startGitHub();
    const event = await newPullRequest(github);
    const token = github.token("app");
    const forms = secretForms(token);
    const refused = { answer: refusal(403, `No entry: ${forms.join(" ")} ${spread(token)}`) };
    github.failNext("GET /issues/{issue_number}/comments", refused);
    const inputs = { "base-url": "embedded", batches: token, check: "off" };
    await step({ github, event, with: inputs }, left => {
      expect(left.masks).toEqual(forms);
      expect(left.stdout.replaceAll(/^::add-mask::.*$/gm, "")).not.toContain(token);
      expect(left.stdout).toContain("no batch `***`");
    });
    await step({ github, event, with: { ...inputs, batches: "smoke" } }, async left => {
      const said = (await everythingIn(left)).replaceAll(/^::add-mask::.*$/gm, "");
      expect(said).toContain("No entry: ***");
      for (const form of [...forms, spread(token)]) expect(said).not.toContain(form);
    });
  });
});

describe("a list's next page", () => {
  const comments = "GET /repos/octocat/shop/issues/1/comments?per_page=100&page=";

  async function publishAt(answer: RequestListener) {
    await using github = await startGitHub();
    const event = await events.pullRequest(github, await github.createPullRequest());
    const there = await listening(answer);
    const env = { GITHUB_API_URL: there.url };
    const settings = { check: "off" } as const;
    const { said } = await publish(
      { github, event, settings, env, clock: hastyClock() },
      reportWith(failing),
    );
    return { asked: there.asked, said };
  }

  test("is no other server's, which would see the token", async () => {
    const other = await listening((_, response) => response.end("[]"));
    const { asked } = await publishAt((request, response) => {
      const link = `<${other.url}/comments?page=2>; rel="next"`;
      const isFirst = request.url?.endsWith("page=1");
      response.writeHead(request.method === "POST" ? 403 : 200, {
        "content-type": "application/json",
        ...(isFirst && { link }),
      });
      response.end(request.method === "POST" ? '{"message":"no"}' : "[]");
    });
    expect(other.asked).toEqual([]);
    expect(asked.slice(0, 2)).toEqual([`${comments}1`, `${comments}2`]);
  });

  test("is asked for a hundred times at most, wherever it leads back to", async () => {
    const { asked } = await publishAt((request, response) => {
      const link = `<http://${request.headers.host}${request.url}>; rel="next"`;
      response.writeHead(request.method === "POST" ? 403 : 200, { "content-type": "application/json", link });
      response.end(request.method === "POST" ? '{"message":"no"}' : "[]");
    });
    expect(asked.filter(line => line.startsWith("GET"))).toHaveLength(100);
    expect(asked).toHaveLength(101);
  });

  test.each([
    ["comments with reviews", reportComments, "[]"],
    ["check runs with reviews", findGates, '{"total_count":0,"check_runs":[]}'],
  ])("nor are those of %s", async (_, list, empty) => {
    const there = await listening((request, response) => {
      const link = `<http://${request.headers.host}${request.url}>; rel="next"`;
      response.writeHead(200, { "content-type": "application/json", link }).end(empty);
    });
    using session = sessionOn({ apiUrl: there.url, token: () => "t" });
    const place = { repository: { owner: "octocat", name: "shop" }, self: "github-actions[bot]", pull: 1 };
    expect(await list(session.github(), place, "5".repeat(40))).toEqual([]);
    expect(there.asked).toHaveLength(100);
  });
});

/** CI's report on a pull request with many or long earlier comments. */

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type LocalGitHub, startGitHub } from "../../github/github.ts";
import { type LocalPullRequest, openClone, pullRequestView, report } from "./clone.ts";

let github: LocalGitHub;
beforeAll(async () => {
  github = await startGitHub({ enterprise: true });
});
afterAll(() => github[Symbol.asyncDispose]());

/** A pull request with comments by people before CI's report. */
async function after(comments: readonly string[]): Promise<LocalPullRequest> {
  const place = { github, pull: await github.createPullRequest() };
  for (const body of comments) await github.comment(place.pull.number, body, "contributor");
  await report(place);
  return place;
}

/** The responses to the requests for comments: "200" or "304". */
function pages(asked: readonly string[]): string[] {
  return asked.flatMap(each => /\/comments (\d+)$/.exec(each)?.[1] ?? []);
}

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

describe("CI's report is found, and the next look costs no rate limit", () => {
  test.each([
    ["60 comments of 65,000 characters of three bytes", times(60, "語".repeat(65_000)), 1],
    ["150 comments", times(150, "Looks good"), 2],
  ])("behind %s", async (_, comments, requests) => {
    const { editor, shows, asked } = openClone(await after(comments));
    expect(await shows("CI/scenarios")).toContain("CI/scenarios  1 failed, 1 passed");
    expect(pages(asked())).toEqual(times(requests, "200"));
    await editor.run("callboard.lookAgain");
    expect(await shows("CI/scenarios")).toContain("CI/scenarios  1 failed, 1 passed");
    expect(pages(asked())).toEqual(times(requests, "304"));
  });
});

test("a look ends with any number of comments", async () => {
  const place = { github, pull: await github.createPullRequest() };
  const { editor } = openClone(place);
  const { fetch } = globalThis;
  let asked = 0;
  globalThis.fetch = async (input, init) => {
    if (!String(input).includes("/comments")) return fetch(input, init);
    const { searchParams } = new URL(String(input));
    asked += 1;
    searchParams.set("page", String(Number(searchParams.get("page")) + 1));
    const next = `${String(input).split("?")[0]}?${searchParams}`;
    return new Response("[]", { headers: { link: `<${next}>; rel="next"` } });
  };
  onTestFinished(() => {
    globalThis.fetch = fetch;
  });
  await editor.run("callboard.lookAgain");
  expect(asked).toBe(30);
  expect(await editor.tree(pullRequestView)).toContain("No report yet");
});

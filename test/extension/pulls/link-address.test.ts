/** Links from comments, and forged ones. */

import { expect, test } from "vitest";
import { parseLink } from "../../../extension/pulls/link-address.ts";
import { reportLink, responseLink, reviewLink } from "../../../shared/github/links.ts";

/** As VS Code passes it. */
function handedOver(address: string) {
  const { pathname: path, search } = new URL(new URL(address).searchParams.get("url") ?? "");
  return { path, query: decodeURIComponent(search.slice(1)), fragment: "" };
}

test.each(["rev_311", "a b&c", "ä/ö?#", "%2e%2e", "+1"])("a comment's link leads to the review %j", id => {
  const place = { repository: "larkspur/shop.js", pull: 12 };
  expect(parseLink(handedOver(reviewLink(place, id)))).toEqual({ ...place, what: "review", id });
});

test("a comment's link leads to the report, by the comment's key", () => {
  const place = { repository: "larkspur/shop", pull: 12 };
  const key = "Callboard/run/0/__callboard";
  expect(parseLink(handedOver(reportLink(place, key)))).toEqual({ ...place, what: "report", key });
});

test.each(["raw/1-batch-smoke-run.json", "shards/2/raw/a b&c.json", "raw/ä.json"])(
  "a report's link leads to the response %s of a workflow run",
  path => {
    const place = { repository: "larkspur/shop", run: 19_512_345_678 };
    expect(parseLink(handedOver(responseLink(place, path)))).toEqual({ ...place, what: "response", path });
  },
);

const good = "repository=larkspur/shop&pull=12&id=rev_1";
test.each([
  ["no-such-page", "/", good],
  ["no-such-page", "/review/", good],
  ["another-parameter", "/review", `${good}&then=delete`],
  ["another-parameter", "/review", `${good}&id=rev_2`],
  ["another-parameter", "/review", "repository=larkspur/shop&pull=12&key=x"],
  ["another-parameter", "/review", ""],
  ["no-repository", "/review", good.replace("larkspur/shop", "larkspur")],
  ["no-repository", "/review", good.replace("larkspur/shop", "../shop")],
  ["no-repository", "/review", good.replace("larkspur/shop", "https://evil.example/a/b")],
  ["no-pull-request", "/review", good.replace("12", "0")],
  ["no-pull-request", "/review", good.replace("12", "1e3")],
  ["no-review", "/review", good.replace("rev_1", "")],
  ["no-review", "/review", good.replace("rev_1", "a\nb")],
  ["no-review", "/review", good.replace("rev_1", "a".repeat(501))],
  ["no-such-page", "/constructor", good],
  ["another-parameter", "/response", "repository=larkspur/shop&pull=12&path=raw/a.json"],
  ["another-parameter", "/review", "repository=larkspur/shop&run=12&id=rev_1"],
  ["no-workflow-run", "/response", "repository=larkspur/shop&run=latest&path=raw/a.json"],
  ["no-response", "/response", "repository=larkspur/shop&run=12&path="],
  ["no-report", "/report", "repository=larkspur/shop&pull=12&key=\u202e"],
])("%s: %s?%s", (why, path, query) => {
  expect(parseLink({ path, query, fragment: "" })).toBe(why);
});

test("a query that was not decoded gives the same result", () => {
  const query = "repository=larkspur%2Fshop&pull=12&id=a%26b%20c";
  expect(parseLink({ path: "/review", query, fragment: "" })).toEqual({
    what: "review",
    repository: "larkspur/shop",
    pull: 12,
    id: "a&b c",
  });
});

test("a fragment leads nowhere", () => {
  expect(parseLink({ path: "/review", query: good, fragment: "x" })).toBe("another-parameter");
});

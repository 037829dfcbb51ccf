/** Addresses in Git's settings, and the repositories that they name. */

import { describe, expect, test } from "vitest";
import {
  apiUrlOf,
  authenticationProviderOf,
  isSameRepository,
  parseRepositoryAddress,
} from "../../../extension/github/repository.ts";

const enterprise = "https://git.example.org:8443";
const servers = [enterprise, "https://lamps.example"];

describe("the repository of an address", () => {
  test.each([
    ["https://github.com/larkspur/shop.git", "https://github.com", "larkspur", "shop"],
    ["https://github.com/larkspur/shop", "https://github.com", "larkspur", "shop"],
    ["https://github.com/larkspur/shop/", "https://github.com", "larkspur", "shop"],
    ["https://kim:secret@github.com/larkspur/shop.git", "https://github.com", "larkspur", "shop"],
    ["http://www.github.com/larkspur/shop", "https://github.com", "larkspur", "shop"],
    ["git@github.com:larkspur/shop.git", "https://github.com", "larkspur", "shop"],
    ["github.com:larkspur/shop", "https://github.com", "larkspur", "shop"],
    ["ssh://git@github.com/larkspur/shop.git", "https://github.com", "larkspur", "shop"],
    ["ssh://git@ssh.github.com:443/larkspur/shop.git", "https://github.com", "larkspur", "shop"],
    ["git://github.com/larkspur/shop.js.git", "https://github.com", "larkspur", "shop.js"],
    ["https://lamps.ghe.com/larkspur/shop", "https://lamps.ghe.com", "larkspur", "shop"],
    ["lamps@lamps.ghe.com:larkspur/shop.git", "https://lamps.ghe.com", "larkspur", "shop"],
    ["https://git.example.org:8443/larkspur/shop.git", enterprise, "larkspur", "shop"],
    ["ssh://git@git.example.org:22/larkspur/shop.git", enterprise, "larkspur", "shop"],
    ["git@GIT.example.org:larkspur/shop.git", enterprise, "larkspur", "shop"],
    ["https://lamps.example/larkspur/shop", "https://lamps.example", "larkspur", "shop"],
    ["git@lamps.example:larkspur/shop.git", "https://lamps.example", "larkspur", "shop"],
  ])("%s", (address, server, owner, name) => {
    expect(parseRepositoryAddress(address, servers)).toEqual({ server, owner, name });
  });

  test.each([
    ["another host", "https://gitlab.com/larkspur/shop.git"],
    ["a host that looks like GitHub", "https://github.com.example.org/larkspur/shop"],
    ["one that ends like it", "https://notgithub.com/larkspur/shop"],
    ["a tenant of a tenant", "https://a.b.ghe.com/larkspur/shop"],
    ["one whose user is called as GitHub", "https://github.com@example.org/larkspur/shop"],
    ["one behind a backslash", "https://example.org\\@github.com/larkspur/shop"],
    ["a letter that only looks like one of it", "https://gith\u0443b.com/larkspur/shop"],
    ["a way out of all repositories", "git@github.com:../user"],
    ["a way back", "git@github.com:larkspur/.."],
    ["a command of Git's", "ext::sh -c touch% github.com/larkspur/shop"],
    ["another port of the enterprise's", "https://git.example.org:9000/larkspur/shop"],
    ["the enterprise's host without its port", "https://git.example.org/larkspur/shop"],
    ["the enterprise's without encryption", "http://git.example.org:8443/larkspur/shop"],
    ["a folder", "/srv/git/shop.git"],
    ["a folder of Windows'", "C:\\git\\shop"],
    ["a file", "file:///srv/git/larkspur/shop.git"],
    ["no-repository", "https://github.com/larkspur"],
    ["a page of one", "https://github.com/larkspur/shop/pulls"],
    ["nothing", ""],
  ])("is none for %s", (_, address) => {
    expect(parseRepositoryAddress(address, servers)).toBeUndefined();
  });

  test("an enterprise server is unknown until it is set", () => {
    expect(parseRepositoryAddress("https://git.example.org:8443/larkspur/shop", [])).toBeUndefined();
  });

  test("an SSH address can't tell apart two servers on one host", () => {
    const both = [enterprise, "https://git.example.org"];
    expect(parseRepositoryAddress("git@git.example.org:larkspur/shop", both)).toBeUndefined();
    expect(parseRepositoryAddress("https://git.example.org/larkspur/shop", both)?.server).toBe(both[1]);
  });
});

test.each([
  ["https://github.com", "https://api.github.com", "github"],
  ["https://lamps.ghe.com", "https://api.lamps.ghe.com", "github-enterprise"],
  [enterprise, `${enterprise}/api/v3`, "github-enterprise"],
])("%s is asked at %s, with the login %s", (server, at, provider) => {
  expect(apiUrlOf(server)).toBe(at);
  expect(authenticationProviderOf(server)).toBe(provider);
});

test("names are compared without case", () => {
  const one = { server: "https://github.com", owner: "Larkspur", name: "Shop" };
  expect(isSameRepository(one, { ...one, owner: "larkspur", name: "shop" })).toBe(true);
  expect(isSameRepository(one, { ...one, server: "https://lamps.ghe.com" })).toBe(false);
});

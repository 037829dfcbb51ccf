/** Checks who edited a comment. The decisions in it count only if this token's app made every edit. */

import { loginOfActor } from "../../shared/github/accounts.ts";
import type { GitHub } from "../../shared/github/interface.ts";
import { isJsonObject, type JsonObject } from "../../shared/json.ts";

const mostPages = 10;

const query = `query ($id: ID!, $after: String) {
  node(id: $id) {
    ... on IssueComment {
      userContentEdits(first: 100, after: $after) {
        pageInfo { hasNextPage endCursor }
        nodes { editor { __typename login } }
      }
    }
  }
}`;

/** Checks every edit, not only the latest, because the app may have edited after a person. */
export async function isEditedOnlyBy(github: GitHub, comment: string, self: string): Promise<boolean> {
  let after: string | null = null;
  for (let page = 0; page < mostPages; page++) {
    const data: JsonObject = await github.graphql(query, { id: comment, after });
    const edits = objectIn(objectIn(data, "node"), "userContentEdits");
    const { nodes } = edits;
    if (!Array.isArray(nodes)) return false;
    if (!nodes.every(node => isJsonObject(node) && loginOfActor(node["editor"]) === self)) return false;
    const { hasNextPage, endCursor } = objectIn(edits, "pageInfo");
    if (hasNextPage === false) return true;
    if (typeof endCursor !== "string") return false;
    after = endCursor;
  }
  return false;
}

function objectIn(object: JsonObject, name: string): JsonObject {
  const value = object[name];
  return isJsonObject(value) ? value : {};
}

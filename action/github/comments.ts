/** What is known of a comment that this token's author wrote, and the limits of what GitHub takes. */

import { inflateSync } from "node:zlib";
import type { GitHub } from "../../shared/github/interface.ts";
import { parseDataMark } from "../../shared/report/marks.ts";

/** GitHub takes 65,536 characters; a text never has fewer UTF-16 units. */
export const mostCharacters = 65_535;

/** GitHub's limit in bytes for a check run's summary, and for its text. */
export const mostCheckBytes = 65_535;

/** More than the data of any comment comes to. */
const mostData = 10_000_000;

/** Whether a comment that begins like ours also ends like it. */
export function isWhole(body: string): boolean {
  return parseDataMark(body, bytes => inflateSync(bytes, { maxOutputLength: mostData })) !== undefined;
}

/** GitHub refuses `GET /user` to an app's token, `github.token` included, but not this. */
export async function loginOf(github: GitHub): Promise<string> {
  const { viewer } = await github.graphql<{ viewer: { login: string } }>("query { viewer { login } }");
  return viewer.login;
}

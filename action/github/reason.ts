/** Why something could not be done on GitHub, in words. */

import { GitHubError } from "../../shared/github/error.ts";
import { oneLine } from "../../shared/report/text.ts";
import { cut } from "../../shared/wording.ts";

/** Why GitHub was not asked at all. */
export class NotAsked extends Error {
  override readonly name = "NotAsked";
}

/** As the end of a sentence. */
export function reasonOf(error: unknown): string {
  if (error instanceof NotAsked) return error.message;
  const message = error instanceof Error ? error.message : String(error);
  const said = cut(oneLine(message).replace(/\.$/, ""), 200);
  const status = error instanceof GitHubError ? error.status : undefined;
  return status === undefined ? `GitHub could not be asked: ${said}` : `GitHub answered ${status}: ${said}`;
}

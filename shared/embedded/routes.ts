/** Finds the operation for a method and a path in the table of operations. */

import { type OperationName, operation, operationNames } from "../service/operations.ts";
import { HttpError } from "./http-error.ts";

interface Match {
  readonly name: OperationName;
  readonly id: string;
}

interface Route {
  readonly pattern: RegExp;
  readonly operations: ReadonlyMap<string, OperationName>;
}

// `{` sorts after every letter, so a literal segment matches before `{id}`: `/v1/reviews/calibration/submit` means
// the calibration review `submit`, not the review `calibration`.
const routes: readonly Route[] = [...new Set(operationNames.map(name => operation(name).path))]
  .sort()
  .map(path => ({
    pattern: new RegExp(`^${path.replace("{id}", "([^/]+)")}$`),
    operations: new Map(
      operationNames
        .filter(name => operation(name).path === path)
        .map(name => [operation(name).method, name] as const),
    ),
  }));

export function matchRoute(method: string, target: string): Match {
  const path = target.replace(/\?.*$/s, "");
  for (const { pattern, operations } of routes) {
    const found = pattern.exec(path);
    if (found === null) continue;
    const name = operations.get(method);
    if (name === undefined) {
      const allowed = [...operations.keys()].join(", ");
      throw new HttpError(405, `${method} is not possible here, only ${allowed}.`, { allow: allowed });
    }
    return { name, id: decode(found[1] ?? "") };
  }
  throw new HttpError(
    404,
    `There is nothing at ${path}. Every path begins with /v1; a trailing slash is one too many.`,
  );
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new HttpError(400, `The id ${segment} is not valid percent-encoding: write a plain % as %25.`);
  }
}

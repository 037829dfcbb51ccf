/** Evidence for readings that are made up. */

import { type Evidence, statementOf } from "../../../shared/reading/evidence.ts";

/** It rests on one field. */
export function restsOn(path: string, value: string | number): Evidence {
  return { basis: statementOf({ path, name: path, value, status: null }), notes: [] };
}

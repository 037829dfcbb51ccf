/** Evidence for readings that are made up. */

import { type Evidence, stating } from "../../../shared/reading/evidence.ts";

/** It rests on one field. */
export function restsOn(path: string, value: string | number): Evidence {
  return { basis: stating({ path, name: path, value, says: null }), notes: [] };
}

import { type Evidence, stating } from "../../../shared/reading/evidence.ts";

export function restsOn(path: string, value: string | number): Evidence {
  return { basis: stating({ path, name: path, value, says: null }), notes: [] };
}

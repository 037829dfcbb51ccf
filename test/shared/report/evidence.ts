import { type Evidence, statementOf } from "../../../shared/reading/evidence.ts";

export function restsOn(path: string, value: string | number): Evidence {
  return { basis: statementOf({ path, name: path, value, status: null }), notes: [] };
}

import { type Evidence, statementOf } from "../../../shared/reading/evidence.ts";

export function evidenceOn(path: string, value: string | number): Evidence {
  return { basis: statementOf({ path, name: path, value, status: null }), notes: [] };
}

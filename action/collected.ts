/** A report, however it came about, before it is written and published. */

import type { RawResponse } from "../shared/report/markdown/render.ts";
import type { Ctrf } from "../shared/report/model.ts";
import type { CaseStore } from "./case-store.ts";

export interface Collected {
  /** Without its tests, of which there may be more than memory holds. */
  readonly head: Ctrf;
  /** In the order of the targets; can be gone through again and again. */
  readonly tests: CaseStore;
  /** Responses worth showing as they came. */
  readonly raw: readonly RawResponse[];
}

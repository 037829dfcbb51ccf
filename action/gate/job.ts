/** The dependencies and the result of a `settle` step. */

import type { Context } from "../github/context.ts";
import type { Step } from "../inputs/step.ts";
import type { Converse, GateEditor } from "./editor.ts";

export interface SettleJob extends Step {
  readonly context: Context;
  readonly converse: Converse;
  /** The editor has not read anything yet. */
  editorOf(pull: number): GateEditor;
  /** Distinguishes the jobs that one comment started. */
  readonly id: string;
  /** ISO 8601. */
  now(): string;
}

export interface Settled {
  readonly isGood: boolean;
  readonly editor?: GateEditor | undefined;
  readonly commentUrl: string;
}

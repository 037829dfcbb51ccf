/** The dependencies and the result of a `settle` step. */

import type { Context } from "../github/context.ts";
import type { Step } from "../inputs/step.ts";
import type { Converse, GateEditor } from "./editor.ts";

export interface SettleJob extends Step {
  readonly context: Context;
  readonly converse: Converse;
  editorOf(pull: number): GateEditor;
  /** Distinguishes the jobs that one comment started. */
  readonly id: string;
  now(): string;
}

export interface Settled {
  readonly isGood: boolean;
  readonly editor?: GateEditor | undefined;
  readonly commentUrl: string;
}

/** The dependencies and the result of a `settle` step. */

import type { WorkflowContext } from "../github/context.ts";
import type { Step } from "../inputs/step.ts";
import type { GateEditor, WithSession } from "./editor.ts";

export interface SettleJob extends Step {
  readonly context: WorkflowContext;
  readonly withSession: WithSession;
  editorOf(pull: number): GateEditor;
  /** Distinguishes the jobs that one comment started. */
  readonly id: string;
  now(): string;
}

export interface SettleResult {
  readonly isSuccess: boolean;
  readonly editor?: GateEditor | undefined;
  readonly commentUrl: string;
}

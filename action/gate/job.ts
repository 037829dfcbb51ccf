/** What a step that settles reviews needs, whichever way they were decided. */

import type { Context } from "../github/context.ts";
import type { Step } from "../inputs/step.ts";
import type { Converse, GateEditor } from "./editor.ts";

export interface SettleJob extends Step {
  readonly context: Context;
  readonly converse: Converse;
  /** For the gates of a pull request, of which nothing is read yet. */
  editorOf(pull: number): GateEditor;
  /** Tells this job from others that one comment has started at the same moment. */
  readonly id: string;
  /** As ISO 8601. */
  now(): string;
}

export interface Settled {
  readonly isGood: boolean;
  readonly editor?: GateEditor | undefined;
  readonly commentUrl: string;
}

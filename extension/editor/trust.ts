/** Callboard sends nothing from an untrusted workspace, because the workspace's catalog could choose what is sent. */

import { Obstacle } from "./errors.ts";
import { t } from "./l10n.ts";
import type { VSCode } from "./vscode.ts";

export function requireTrust({ workspace }: VSCode): void {
  if (workspace.isTrusted) return;
  throw new Obstacle(t("Callboard sends nothing from a workspace that is not trusted."), [
    { title: t("Manage workspace trust"), command: "workbench.trust.manage" },
  ]);
}

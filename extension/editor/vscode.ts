/** VS Code's interface. The entry imports it and hands it in; everything else imports its types only. */

export type VSCode = typeof import("vscode");

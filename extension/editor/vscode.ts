/** VS Code's API. Only the two entry points import `vscode` and pass it in; all other files import only its types. */

export type VSCode = typeof import("vscode");

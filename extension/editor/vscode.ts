/** VS Code's API. Only the entry point imports `vscode` and passes it in; all other files import its types. */

export type VSCode = typeof import("vscode");

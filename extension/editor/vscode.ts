/** The editor's interface, handed in once by the entry; nothing else imports it but for its types. */

export type VSCode = typeof import("vscode");

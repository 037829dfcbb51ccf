/** The report's bundle in a browser. It includes the expressions, because their worker is made of the same text. */

export * from "./evaluating-in-browser.ts";
export * from "./expressions-in-browser.ts";
export * from "./report.ts";

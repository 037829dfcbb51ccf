/**
 * The report bundle in a browser. It can evaluate expressions as well, because the worker for expressions is started
 * from this bundle's text.
 */

export * from "./evaluating-in-browser.ts";
export * from "./expressions-in-browser.ts";
export * from "./report.ts";

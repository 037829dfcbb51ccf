/** The bundle of reports and pull requests. Two bundles would both contain the reader, because they share no chunks in a browser. */

export * from "../editor/bundles/report-in-browser.ts";
export { PullRequests } from "./pull-requests.ts";

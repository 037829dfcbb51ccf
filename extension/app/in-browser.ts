/** One bundle instead of two, because bundles share no chunks in a browser and both would contain the reader. */

export * from "../editor/bundles/report-in-browser.ts";
export { PullRequests } from "./pull-requests.ts";

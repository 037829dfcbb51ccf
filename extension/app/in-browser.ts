/** One bundle for reports, pull requests and teaching in a browser, where each bundle would contain the reader. */

export * from "../editor/bundles/report-in-browser.ts";
export { Teaching } from "../teaching/teaching.ts";
export { PullRequests } from "./pull-requests.ts";

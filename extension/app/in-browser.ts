/** The bundle of reports and pull requests. In a browser, two bundles would each contain the reader. */

export * from "../editor/bundles/report-in-browser.ts";
export { PullRequests } from "./pull-requests.ts";

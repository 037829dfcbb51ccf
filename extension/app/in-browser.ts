/** One bundle for reports and pull requests in a browser, where two bundles would each contain the reader. */

export * from "../editor/bundles/report-in-browser.ts";
export { PullRequests } from "./pull-requests.ts";

/** Parses links that open the editor. Accepts only the form that Callboard writes, because anybody can write a link. */

export type LinkDestination = PullRequestDestination | ResponseDestination;

export type PullRequestDestination = { readonly repository: string; readonly pull: number } & (
  | { readonly what: "review"; readonly id: string }
  | { readonly what: "report"; readonly key: string }
);

/** A response that a workflow run received. */
export interface ResponseDestination {
  readonly what: "response";
  readonly repository: string;
  readonly run: number;
  /** In the report's folder. Compared with names in artifacts, and never used as a path on this computer. */
  readonly path: string;
}

export type LinkProblem =
  | "no-such-page"
  | "another-parameter"
  | "no-repository"
  | "no-pull-request"
  | "no-workflow-run"
  | "no-review"
  | "no-report"
  | "no-response";

const maxNameLength = 500;

export interface LinkParts {
  readonly path: string;
  readonly query: string;
  readonly fragment: string;
}

/**
 * VS Code on a computer passes the query decoded. The name comes last, because it can then contain an `&`. VS Code in a
 * browser passes the query encoded, which the `%2F` in the repository shows.
 */
export function parseLink({ path, query: rawQuery, fragment }: LinkParts): LinkDestination | LinkProblem {
  const query = /^repository=[^&/]*%2F/i.test(rawQuery) ? decoded(rawQuery) : rawQuery;
  const what = path.slice(1);
  if (!path.startsWith("/") || !isPage(what)) return "no-such-page";
  const [number, last] = parametersOf[what];
  const [, repository = "", at, digits = "", named, name = ""] =
    /^repository=([^&]*)&(pull|run)=([^&]*)&(id|key|path)=(.*)$/s.exec(query) ?? [];
  if (at !== number || named !== last || /&\w+=/.test(name) || fragment !== "") return "another-parameter";
  if (!/^[\w.-]{1,100}\/[\w.-]{1,100}$/.test(repository) || /(^|\/)\.{1,2}(\/|$)/.test(repository)) {
    return "no-repository";
  }
  if (!/^[1-9]\d{0,14}$/.test(digits)) return what === "response" ? "no-workflow-run" : "no-pull-request";
  if (!isName(name)) return `no-${what}`;
  if (what === "response") return { what, repository, run: Number(digits), path: name };
  const pullRequest = { repository, pull: Number(digits) };
  return what === "review" ? { ...pullRequest, what, id: name } : { ...pullRequest, what, key: name };
}

/** The parameters of each page, after the repository. */
const parametersOf = {
  review: ["pull", "id"],
  report: ["pull", "key"],
  response: ["run", "path"],
} as const;

function isPage(text: string): text is keyof typeof parametersOf {
  return Object.hasOwn(parametersOf, text);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Rejects invisible characters, which could change the lines or the direction of the text around the name. */
function isName(text: string): boolean {
  return text !== "" && text.length <= maxNameLength && !/[\p{C}\p{Zl}\p{Zp}]/u.test(text);
}

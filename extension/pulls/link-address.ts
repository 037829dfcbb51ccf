/** Parses links that open the editor. Accepts only the form that Callboard writes, because anybody can write a link. */

export type LinkDestination = { readonly repository: string; readonly pull: number } & (
  | { readonly what: "review"; readonly id: string }
  | { readonly what: "report"; readonly key: string }
);

export type LinkProblem =
  | "no-such-page"
  | "another-parameter"
  | "no-repository"
  | "no-pull-request"
  | "no-review"
  | "no-report";

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
  const what = path === "/review" ? "review" : path === "/report" ? "report" : undefined;
  if (what === undefined) return "no-such-page";
  const [, repository = "", pull = "", last, name = ""] =
    /^repository=([^&]*)&pull=([^&]*)&(id|key)=(.*)$/s.exec(query) ?? [];
  if (last !== (what === "review" ? "id" : "key") || /&\w+=/.test(name) || fragment !== "") {
    return "another-parameter";
  }
  if (!/^[\w.-]{1,100}\/[\w.-]{1,100}$/.test(repository) || /(^|\/)\.{1,2}(\/|$)/.test(repository)) {
    return "no-repository";
  }
  if (!/^[1-9]\d{0,9}$/.test(pull)) return "no-pull-request";
  const pullRequest = { repository, pull: Number(pull) };
  if (what === "review") return isName(name) ? { ...pullRequest, what, id: name } : "no-review";
  return isName(name) ? { ...pullRequest, what, key: name } : "no-report";
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

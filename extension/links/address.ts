/** Addresses by which comments lead into the editor: anybody can write one, so only what is expected there is read. */

export type Linked = { readonly repository: string; readonly pull: number } & (
  | { readonly what: "review"; readonly id: string }
  | { readonly what: "report"; readonly key: string }
);

/** Why an address leads nowhere. */
export type Strange =
  | "no-such-page"
  | "another-parameter"
  | "no-repository"
  | "no-pull-request"
  | "no-review"
  | "no-report";

const longest = 500;

/** Of an address, as VS Code hands it over. */
export interface LinkParts {
  readonly path: string;
  readonly query: string;
  readonly fragment: string;
}

/**
 * VS Code has decoded the query, so an `&` of a name stands in it like one between two parameters. In a browser it hands the
 * query over as it was written: the slash of the repository tells.
 */
export function linkedBy({ path, query: given, fragment }: LinkParts): Linked | Strange {
  const query = /^repository=[^&/]*%2F/i.test(given) ? decoded(given) : given;
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
  const place = { repository, pull: Number(pull) };
  if (what === "review") return isName(name) ? { ...place, what, id: name } : "no-review";
  return isName(name) ? { ...place, what, key: name } : "no-report";
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Not what changes lines or directions where it is shown. */
function isName(text: string): boolean {
  return text !== "" && text.length <= longest && !/[\p{C}\p{Zl}\p{Zp}]/u.test(text);
}

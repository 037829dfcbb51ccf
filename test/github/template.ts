/** Path templates of GitHub's description, such as `/repos/{owner}/{repo}/contents/{path}`. */

/** Parameters whose value may contain slashes. */
const deep = new Set(["ref", "path", "branch", "basehead"]);

export interface Template {
  readonly text: string;
  /** The decoded parameters of a path; undefined if the path does not match. */
  match(path: string): Record<string, string> | undefined;
}

export function template(text: string): Template {
  const names: string[] = [];
  const pattern = new RegExp(
    `^${text.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{([^}]+)\}/g, (_, name: string) => {
      names.push(name);
      return deep.has(name) ? "(.+)" : "([^/]+)";
    })}$`,
  );
  return {
    text,
    match(path) {
      const values = pattern.exec(path)?.slice(1);
      return values && Object.fromEntries(values.map((value, i) => [names[i], decodeURIComponent(value)]));
    },
  };
}

/** The template with the most literal text comes first: `/commits/{sha}/pulls` before `/commits/{ref}`. */
export function mostLiteralFirst(a: Template, b: Template): number {
  return literalLength(b) - literalLength(a);
}

function literalLength({ text }: Template): number {
  return text.replace(/\{[^}]+\}/g, "").length;
}

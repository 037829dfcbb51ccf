/** Finds texts of several words in a source that are not passed to `t`. */
export function findUntranslated(source: string): string[] {
  const code = source
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/^\s*\/\/.*$/gm, "")
    .replace(/\bt\(\s*"(?:[^"\\]|\\.)*"/g, "t(");
  const texts = [...code.matchAll(/"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)].map(
    ([, quoted, template]) => quoted ?? template?.replace(/\$\{[^}]*\}/g, "x") ?? "",
  );
  return texts.filter(text => /\p{Lu}\p{Ll}+ \p{L}|\p{Ll}{2,} \p{Ll}{2,} \p{Ll}{2,}/u.test(text));
}

/** The files by which a step speaks to the runner: `GITHUB_OUTPUT` and its like. */

import { splitOnce } from "./commands.ts";

/** Reads `name=value` and `name<<delimiter` as the runner does; throws what the runner would fail the step with. */
export function readPairs(text: string): Record<string, string> {
  const pairs: Record<string, string> = {};
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  for (let line = lines.shift(); line !== undefined; line = lines.shift()) {
    if (line === "") continue;
    const equals = line.indexOf("=");
    const heredoc = line.indexOf("<<");
    if (equals >= 0 && (heredoc < 0 || equals < heredoc)) {
      const [name, value = ""] = splitOnce(line, "=");
      if (name === "") throw new Error(`Invalid format '${line}'. Name must not be empty`);
      pairs[name] = value;
    } else if (heredoc >= 0) {
      const [name, delimiter = ""] = splitOnce(line, "<<");
      if (name === "" || delimiter === "") {
        throw new Error(`Invalid format '${line}'. Name must not be empty and delimiter must not be empty`);
      }
      const end = lines.indexOf(delimiter);
      if (end < 0) throw new Error(`Invalid value. Matching delimiter not found '${delimiter}'`);
      pairs[name] = lines
        .splice(0, end + 1)
        .slice(0, -1)
        .join("\n");
    } else throw new Error(`Invalid format '${line}'`);
  }
  return pairs;
}

/** A job summary as GitHub takes it: 1 MiB of a step at most, and nothing of a longer one. */
export function readSummary(text: string, complaints: string[]): string {
  const kibibytes = Buffer.byteLength(text) / 1024;
  if (kibibytes <= 1024) return text;
  complaints.push(
    `$GITHUB_STEP_SUMMARY upload aborted, supports content up to a size of 1024k, got ${Math.ceil(kibibytes)}k.`,
  );
  return "";
}

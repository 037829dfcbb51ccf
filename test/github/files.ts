/** Reads the files through which a step reports to the runner, such as `GITHUB_OUTPUT`. */

import { splitOnce } from "./commands.ts";

/** Reads `name=value` and `name<<delimiter` as the runner does; throws the error that would fail the step. */
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

/** Applies GitHub's limit to a job summary: a summary over 1 MiB is dropped. */
export function readSummary(text: string, complaints: string[]): string {
  const kibibytes = Buffer.byteLength(text) / 1024;
  if (kibibytes <= 1024) return text;
  complaints.push(
    `$GITHUB_STEP_SUMMARY upload aborted, supports content up to a size of 1024k, got ${Math.ceil(kibibytes)}k.`,
  );
  return "";
}

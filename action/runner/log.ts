/**
 * The step's log. The runner carries out commands (`::error::…`) that it reads in it, so text from the service is put
 * between markers that stop that, and is changed where a line would still be read as a command.
 */

import { EOL } from "node:os";
import * as core from "@actions/core";
import { forLog, oneLine } from "../../shared/report/text.ts";
import type { Redact } from "../../shared/service/secret.ts";

/** Where in the repository a line of the log belongs. */
export interface Place {
  readonly title?: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
}

export interface Log {
  info(text: string): void;
  /** Warnings and errors are also shown as annotations of the run. */
  warning(text: string, place?: Place): void;
  error(text: string, place?: Place): void;
  /** The text, which may be the service's, is folded below the title. */
  group(title: string, text: string): void;
}

/** Redacts last: making a text harmless removes characters, by which a secret can come together. */
export function createLog(redact: Redact): Log {
  const safe = (text: string) => redact(forLog(text));
  return {
    info: text => core.info(safe(text)),
    warning: (text, place) => core.warning(safe(text), properties(place, redact)),
    error: (text, place) => core.error(safe(text), properties(place, redact)),
    group(title, text) {
      const line = safe(oneLine(title));
      // Written at once, as each write takes time and a thousand targets have a thousand groups.
      core.info(
        text.trim() === "" ? line : [`::group::${line}`, fenced(safe(text)), "::endgroup::"].join(EOL),
      );
    },
  };
}

/** The marker is random: a text that holds it would end it. */
function fenced(text: string): string {
  const marker = crypto.randomUUID();
  return [`::stop-commands::${marker}`, text, `::${marker}::`].join(EOL);
}

function properties({ title, file, line, column }: Place = {}, redact: Redact): core.AnnotationProperties {
  return {
    ...(title !== undefined && { title: redact(title) }),
    ...(file !== undefined && { file: redact(file) }),
    ...(line !== undefined && { startLine: line }),
    ...(column !== undefined && { startColumn: column }),
  };
}

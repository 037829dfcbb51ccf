/**
 * Defines the catalog's shape once: `check.ts` validates catalogs by it, and `json-schema.ts` turns it into the schema
 * for editors. Both show `about` to the author of a catalog.
 */

import { type Kind, kinds, operation, operationNames, pluralOf, sendsBody } from "../service/operations.ts";
import { formTypes, mostRuns, taughtStatuses } from "./catalog.ts";

export type Shape = { readonly about: string } & (
  | { readonly is: "text"; readonly pattern: Pattern }
  | { readonly is: "flag" }
  | { readonly is: "number"; readonly least: number; readonly most: number }
  | { readonly is: "word"; readonly words: readonly string[] }
  | { readonly is: "scalar" }
  | {
      readonly is: "list";
      readonly of: Shape;
      /** An item that repeats another one, or another one's part of this name, is probably wrong. */
      readonly distinct?: true | { readonly by: string };
    }
  | { readonly is: "entries"; readonly keys: Pattern; readonly of: Shape }
  | {
      readonly is: "object";
      readonly parts: Readonly<Record<string, ShapePart>>;
      /** Explains why a key that people are likely to try is refused; undefined for other keys. */
      readonly refuses?: (key: string) => string | undefined;
    }
  /** Any entries. The service gets them with ids in place of references. */
  | { readonly is: "json" }
);

export interface ShapePart {
  readonly shape: Shape;
  readonly required?: true;
  /** The part is required when another part has this value, and forbidden otherwise. */
  readonly requiredOnlyWhen?: { readonly part: string; readonly has: string };
}

export interface Pattern {
  readonly regex: RegExp;
  /** Completes the sentence "… must be". */
  readonly means: string;
}

const notBlank: Pattern = { regex: /\S/u, means: "text that is not blank" };

/** The client refuses `.` and `..` as ids, because in an address they stand for other paths. */
const idPattern: Pattern = {
  regex: /^(?!\.\.?$)\S(?:.*\S)?$/u,
  means: "an id as the service gave it: on one line, without spaces around it, and neither `.` nor `..`",
};

/** Excludes commas and braces, because keys are named in comma-separated lists and in `${{ kind.key }}`. */
export const keyPattern: Pattern = {
  regex: /^[^\s,{}](?:[^\r\n\t,{}]*[^\s,{}])?$/u,
  means: "a key without commas, braces, tabs or line breaks, and without spaces around it",
};

const wordPattern: Pattern = {
  regex: /^\S(?:[^\r\n]*\S)?$/u,
  means: "a word or a few, as the response has them: on one line, without spaces around them",
};

const serviceName: Pattern = {
  regex: /^[^\s/:@](?:[^/:@\r\n]*[^\s/:@])?$/u,
  means:
    "the name of a service in the editor's settings, not an address: " +
    "a checked-in file must not be able to send anyone's key anywhere",
};

/** Refuses entries named like an API key or an address. Record fields are not checked: the service defines their names. */
function refuseKeyOrAddress(key: string): string | undefined {
  const word = key.toLowerCase().replaceAll(/[\s_.-]/g, "");
  if (/^(x?apikey|key|token|secret|password|auth|authorization|credentials?)$/.test(word)) {
    return (
      `\`${key}\` must not be here: a key never goes into a checked-in file. Remove it, have the key replaced if it ` +
      "was a real one, and give it to the Action as `api-key`, or to the editor when it asks."
    );
  }
  if (/^(baseur[li]|ur[li]|host|server|endpoint|address|origin)$/.test(word)) {
    return (
      `\`${key}\` must not be here: a checked-in file must not be able to send anyone's key anywhere. Remove it; ` +
      "the service's address goes into the Action's `base-url` or the editor's settings."
    );
  }
  return undefined;
}

function refuseFormWithoutFields(key: string): string | undefined {
  const name = operationNames.find(known => known === key);
  if (name === undefined || sendsBody(name)) return undefined;
  return `\`${name}\` sends no fields, so it needs no form: remove the form.`;
}

function text(about: string, pattern = notBlank): Shape {
  return { is: "text", pattern, about };
}

const aboutHeading: Readonly<Record<Kind, string>> = {
  project: "Projects, under which the tree groups the other records.",
  test: "Tests.",
  batch: "Batches, which can be run.",
  channel: "Channels, which can be run, and report on their runs.",
  persona: "Personas, who play the scenarios.",
  scenario: "Scenarios.",
  integration: "Integrations.",
  review: "Calibration reviews and reviews, pinned so that they stay in sight.",
};

function recordShape(kind: Kind): Shape {
  return {
    is: "object",
    refuses: refuseKeyOrAddress,
    about: `What is known about this ${kind}: its id in the service, and the fields it is created with.`,
    parts: {
      id: { shape: text(`The service's id of this ${kind}; leave it out until there is one.`, idPattern) },
      name: { shape: text(`What to call this ${kind} here; without a name it is called by its key.`) },
      ...(kind === "project"
        ? {}
        : { project: { shape: text("The key of the project under which the tree shows it.") } }),
      ...(kind === "batch" || kind === "channel" ? policyParts(kind) : {}),
      fields: {
        shape: {
          is: "json",
          about:
            "Sent as they are when the record is created or updated. " +
            `\`\${{ personas.some-key }}\` is replaced by the id of the record with that key.`,
        },
      },
    },
  };
}

function policyParts(kind: Kind): Record<"runs" | "passes", ShapePart> {
  const count = (about: string): ShapePart => ({ shape: { is: "number", least: 1, most: mostRuns, about } });
  return {
    runs: count(`How often this ${kind} is run at most, because a run is only a sample.`),
    passes: count("In how many of these runs a case has to pass; more than half of them if left out."),
  };
}

export const formFieldShape: Shape = {
  is: "object",
  about: "One step of the form.",
  parts: {
    field: { shape: text("The name of the field that this step fills in."), required: true },
    type: {
      shape: {
        is: "word",
        words: formTypes,
        about:
          "What the step asks for: `text`, a `number`, a `boolean` (yes or no), or a `choice` among `choices`.",
      },
      required: true,
    },
    choices: {
      shape: {
        is: "list",
        of: { is: "scalar", about: "A value to choose; sent as it is written." },
        distinct: true,
        about: "What to choose from.",
      },
      requiredOnlyWhen: { part: "type", has: "choice" },
    },
    optional: { shape: { is: "flag", about: "The step may be skipped; the field is then not sent." } },
  },
};

export const catalogShape: Shape = {
  is: "object",
  refuses: refuseKeyOrAddress,
  about: "A team's records in the test-automation service, by names of its own.",
  parts: {
    ...Object.fromEntries(
      kinds.map((kind): [string, ShapePart] => [
        pluralOf[kind],
        { shape: { is: "entries", keys: keyPattern, of: recordShape(kind), about: aboutHeading[kind] } },
      ]),
    ),
    report: {
      shape: {
        is: "object",
        about: "How to read the service's responses where Callboard's own reading is not enough.",
        parts: {
          cases: {
            shape: text(
              "JSONata: a response becomes a list of `{name, status, duration?, message?, url?, suite?, file?, line?}`.",
            ),
          },
          "pass-when": {
            shape: text(
              "JSONata: a response becomes true (passed) or false (failed); any other value turns a pass into unknown.",
            ),
          },
          running: {
            shape: text(
              "JSONata: a response becomes true if its run goes on, false if it is over; any other value turns a pass into unknown.",
            ),
          },
          words: {
            shape: {
              is: "entries",
              keys: wordPattern,
              of: {
                is: "word",
                words: taughtStatuses,
                about: "What the word means as a status or a verdict.",
              },
              about:
                "The meanings of words that Callboard doesn't know, as in `{ greenlit: passed }`. A field's name under `skipped` says nothing about the verdict.",
            },
          },
        },
      },
    },
    forms: {
      shape: {
        is: "object",
        refuses: refuseFormWithoutFields,
        about: "The fields that the editor asks for before it sends an operation.",
        parts: Object.fromEntries(
          operationNames.filter(sendsBody).map((name): [string, ShapePart] => [
            name,
            {
              shape: {
                is: "list",
                of: formFieldShape,
                distinct: { by: "field" },
                about: `The steps of the form of "${operation(name).title}".`,
              },
            },
          ]),
        ),
      },
    },
    service: {
      shape: text(
        "The name of the service that these records belong to, as the editor's settings call it. Never an address.",
        serviceName,
      ),
    },
  },
};

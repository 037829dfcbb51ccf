/** The texts of the two workflows. Names are escaped, so that none is read as YAML syntax or as an expression. */

import { isLoopback } from "../../shared/service/address.ts";

export interface WorkflowChoices {
  readonly batches: readonly string[];
  readonly channels: readonly string[];
  /** The catalog's path from the repository's root. Empty for a catalog in the root. */
  readonly catalog: string;
  /** `undefined` for the embedded service, which needs no key. */
  readonly service: { readonly baseUrl: string; readonly secret: string } | undefined;
  readonly reviewCheck: boolean;
  readonly defaultBranch: string;
  /** The Action's version, such as "0.1.0". */
  readonly version: string;
}

export const reviewCheckName = "Callboard reviews";

/** Whether only this computer or its network knows the host, so that GitHub's runners do not reach it. */
export function isLocalNetwork(hostname: string): boolean {
  const isPrivate = /^(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.[\d.]+$/.test(hostname);
  const isLocalName = !/[.[]/.test(hostname) || [".local", ".internal"].some(end => hostname.endsWith(end));
  return isLoopback(hostname) || isPrivate || isLocalName;
}

/** Runs the targets on pull requests, in the merge queue, and on the default branch, whose report is the base. */
export function runWorkflow({
  batches,
  channels,
  catalog,
  service,
  reviewCheck,
  defaultBranch,
  version,
}: WorkflowChoices): string {
  return `name: Callboard
on:
  # A fork's gets no secrets, and a token that only reads: Callboard's README says what to do.
  pull_request:
  merge_group:
${pushesTo(defaultBranch)}permissions: {}
jobs:
  callboard:
    runs-on: ubuntu-latest
    permissions:
      contents: read
      pull-requests: write
      checks: write
    steps:
      - uses: actions/checkout@v7
        with:
          persist-credentials: false
      - uses: ${action(version)}
        with:
${inputs([
  ...serviceInputs(service),
  ["batches", scalar(batches.join("\n"))],
  ["channels", scalar(channels.join("\n"))],
  ["catalog", scalar(catalog)],
  ["review-check", reviewCheck ? reviewCheckName : ""],
])}      # "Teach Callboard" in the comment opens a response that was not understood from this artifact.
${artifactStep("failure()")}`;
}

/** Keeps the report's folder, which has the responses. Seven days, because responses can be large and tell about people. */
export function artifactStep(condition: "always()" | "failure()"): string {
  return `      - uses: actions/upload-artifact@v7
        if: ${condition}
        with:
          name: callboard-report
          path: callboard-report
          retention-days: 7
`;
}

function pushesTo(branch: string): string {
  if (!/^\w[\w./-]*$/.test(branch)) return "";
  return `  push:
    # What pull requests are compared with.
    branches: [${JSON.stringify(branch)}]
`;
}

export function reviewsWorkflow({
  service,
  catalog,
  version,
}: Pick<WorkflowChoices, "service" | "catalog" | "version">): string {
  return `name: Callboard reviews
on:
  issue_comment:
    types: [created]
  repository_dispatch:
    types: [callboard-review]
permissions: {}
jobs:
  settle:
    # Other comments start no job.
    if: >-
      github.event_name == 'repository_dispatch' ||
      github.event.issue.pull_request && contains(github.event.comment.body, '/callboard ')
    runs-on: ubuntu-latest
    permissions:
      contents: read
      pull-requests: write
      checks: write
    steps:
      # Checks out the default branch, which has the catalog's forms, and not the pull request.
      - uses: actions/checkout@v7
        with:
          persist-credentials: false
      - uses: ${action(version)}
        with:
${inputs([...serviceInputs(service), ["catalog", scalar(catalog)], ["settle", "true"]])}`;
}

function action(version: string): string {
  return `callboard/callboard@v${version}`;
}

/** The value is YAML. An input with an empty value is left out. */
type Input = readonly [name: string, value: string];

function serviceInputs(service: WorkflowChoices["service"]): Input[] {
  if (service === undefined) return [["base-url", "embedded"]];
  return [
    ["base-url", scalar(service.baseUrl)],
    ["api-key", `\${{ secrets.${service.secret} }}`],
  ];
}

function inputs(all: readonly Input[]): string {
  return all
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `          ${name}: ${value}\n`)
    .join("");
}

function scalar(text: string): string {
  const isPlain = /^[a-z](?:[\w./-]|[ :](?![ ]|$))*$/i.test(text);
  if (text === "" || (isPlain && !/^(true|false|yes|no|y|n|on|off|null)$/i.test(text))) return text;
  const inert = text.replaceAll("${{", "${{ '${{' }}");
  const lines = inert.split("\n");
  if (lines.length > 1 && lines.every(line => line.search(unseen) < 0)) {
    return ["|", ...lines].join("\n            ");
  }
  // A JSON string is valid YAML. In YAML, `\U` and eight hexadecimal digits escape any character.
  const code = (character: string) => character.codePointAt(0)?.toString(16).padStart(8, "0");
  return JSON.stringify(inert).replaceAll(unseen, character => `\\U${code(character)}`);
}

const unseen = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** The Action splits lists at line breaks and commas, and a file can't contain half a surrogate pair. */
export function canBeNamed(name: string): boolean {
  return name !== "" && name === name.trim() && !/[\n,\0]/.test(name) && name.isWellFormed();
}

export function secretNameProblem(name: string): "characters" | "reserved" | undefined {
  if (!/^[a-z_]\w*$/i.test(name)) return "characters";
  return /^github_/i.test(name) ? "reserved" : undefined;
}

/** The workflows that bring Callboard to a repository's pull requests, as text. Whatever a name is, it stays a name. */

export interface WorkflowChoices {
  /** Names of the catalog, or ids. */
  readonly batches: readonly string[];
  readonly channels: readonly string[];
  /** `undefined` for the embedded service, which needs no key. */
  readonly service: { readonly baseUrl: string; readonly secret: string } | undefined;
  /** Whether pull requests wait for reviews; the second workflow settles them. */
  readonly reviewCheck: boolean;
  /** The branch that pull requests go into: reports are compared with its. */
  readonly defaultBranch: string;
  /** Of the Action, as "0.1.0". */
  readonly version: string;
}

export const reviewCheckName = "Callboard reviews";

/** Runs them on each pull request, and on the default branch to have something to compare with. */
export function runWorkflow({
  batches,
  channels,
  service,
  reviewCheck,
  defaultBranch,
  version,
}: WorkflowChoices): string {
  return `name: Callboard
on:
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
  ["batches", batches.join("\n")],
  ["channels", channels.join("\n")],
  ["review-check", reviewCheck ? reviewCheckName : ""],
])}`;
}

/** Nothing for a branch whose name a filter would read as a pattern. */
function pushesTo(branch: string): string {
  if (!/^\w[\w./-]*$/.test(branch)) return "";
  return `  push:
    # What pull requests are compared with.
    branches: [${JSON.stringify(branch)}]
`;
}

/** Carries out what people decide, in comments and from the editor. */
export function reviewsWorkflow({ service, version }: Pick<WorkflowChoices, "service" | "version">): string {
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
      # The default branch, for the catalog's forms; nothing of the pull request's.
      - uses: actions/checkout@v7
        with:
          persist-credentials: false
      - uses: ${action(version)}
        with:
${inputs([...serviceInputs(service), ["settle", "true"]])}`;
}

function action(version: string): string {
  return `callboard/callboard@v${version}`;
}

type Input = readonly [name: string, value: string];

function serviceInputs(service: WorkflowChoices["service"]): Input[] {
  if (service === undefined) return [["base-url", "embedded"]];
  return [
    ["base-url", service.baseUrl],
    ["api-key", `\${{ secrets.${service.secret} }}`],
  ];
}

function inputs(all: readonly Input[]): string {
  return all
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `          ${name}: ${name === "api-key" ? value : scalar(value)}\n`)
    .join("");
}

/** Plain where YAML has no other meaning for it; else in quotes, as JSON is YAML. */
function scalar(text: string): string {
  if (
    /^[a-z][\w./:-]*[\w/]$/i.test(text) &&
    !/^(y|n|yes|no|on|off|null|~)$/i.test(text) &&
    !/:$/.test(text)
  ) {
    return text;
  }
  const safe = text.replaceAll("${{", "${{ '${{' }}");
  return JSON.stringify(safe).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** What a secret of GitHub may be called; nothing where it may. */
export function whyNotSecret(name: string): "empty" | "characters" | "reserved" | undefined {
  if (name === "") return "empty";
  if (!/^[a-z_]\w*$/i.test(name)) return "characters";
  return /^github_/i.test(name) ? "reserved" : undefined;
}

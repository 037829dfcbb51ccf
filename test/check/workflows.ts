/**
 * Checks workflows by the rules of zizmor that need only the file, under zizmor's names. npm can't install zizmor itself.
 */

import { parse } from "yaml";

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly uses?: string;
  readonly if?: string;
  readonly secrets?: unknown;
  readonly environment?: unknown;
  readonly permissions?: unknown;
  readonly "runs-on"?: unknown;
  readonly container?: unknown;
  readonly services?: unknown;
  readonly steps?: readonly Step[];
}

interface Workflow {
  readonly name?: string;
  readonly on?: string | readonly string[] | Readonly<Record<string, unknown>>;
  readonly permissions?: unknown;
  readonly concurrency?: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

const workflowRules: Readonly<Record<string, (workflow: Workflow, text: string) => boolean>> = {
  "anonymous-definition": ({ name }) => !name,
  "dangerous-triggers": ({ on }) =>
    [on].flat().some(trigger => /\b(pull_request_target|workflow_run)\b/.test(JSON.stringify(trigger))),
  "excessive-permissions": ({ permissions }) => JSON.stringify(permissions) !== "{}",
  "undocumented-permissions": (_, text) => /^ *[\w-]+: write *$/m.test(text),
  "concurrency-limits": ({ concurrency }) => concurrency === undefined,
  "insecure-commands": (_, text) => text.includes("ACTIONS_ALLOW_UNSECURE_COMMANDS"),
  "unpinned-uses": (_, text) =>
    [...text.matchAll(/\buses: *(.*)$/gm)].some(
      ([, uses = ""]) => !/^\.\/|^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(uses),
    ),
};

const jobRules: Readonly<Record<string, (job: Job) => boolean>> = {
  "excessive-permissions": ({ permissions }) =>
    typeof permissions !== "object" || /write-all|read-all/.test(JSON.stringify(permissions)),
  "secrets-inherit": ({ secrets }) => secrets === "inherit",
  "secrets-outside-env": job => job.environment === undefined && /\bsecrets\s*[.[]/.test(JSON.stringify(job)),
  "self-hosted-runner": job => JSON.stringify(job["runs-on"] ?? "").includes("self-hosted"),
  "unpinned-images": ({ container, services }) => container !== undefined || services !== undefined,
  "bot-conditions": job =>
    [job, ...(job.steps ?? [])].some(each => /\bgithub\.(triggering_)?actor\b/.test(each.if ?? "")),
};

const stepRules: Readonly<Record<string, (step: Step) => boolean>> = {
  artipacked: step => uses(step, "actions/checkout") && step.with?.["persist-credentials"] !== false,
  "template-injection": ({ run }) => run?.includes("${{") ?? false,
  "adhoc-packages": ({ run }) => /\bnpm (i|install|add)\b|\bnpx\b|\bpip install\b/.test(run ?? ""),
  "github-env": ({ run }) => /\bGITHUB_(ENV|PATH)\b/.test(run ?? ""),
  "cache-poisoning": step =>
    uses(step, "actions/cache") ||
    (uses(step, "actions/setup-node") &&
      (step.with?.["package-manager-cache"] !== false || step.with?.["cache"] !== undefined)),
  "use-trusted-publishing": ({ run }) => / (--pat|-p)\b|\b(VSCE|OVSX)_PAT\b/.test(run ?? ""),
};

function uses(step: Step, action: string): boolean {
  return (
    step.uses !== undefined && (step.uses.startsWith(`${action}@`) || step.uses.startsWith(`${action}/`))
  );
}

function brokenRules<T extends readonly unknown[]>(
  rules: Readonly<Record<string, (...about: T) => boolean>>,
  where: string,
  ...about: T
): string[] {
  return Object.entries(rules).flatMap(([name, isBroken]) =>
    isBroken(...about) ? [`${name}: ${where}`] : [],
  );
}

export function workflowProblems(text: string): string[] {
  const workflow: Workflow = parse(text);
  return [
    ...brokenRules(workflowRules, "the workflow", workflow, text),
    ...Object.entries(workflow.jobs).flatMap(([name, job]) => [
      ...brokenRules(jobRules, name, job),
      ...(job.steps ?? []).flatMap((step, index) =>
        brokenRules(stepRules, `${name}, step ${index + 1}`, step),
      ),
    ]),
  ];
}

interface Update {
  readonly "package-ecosystem": string;
  readonly cooldown?: { readonly "default-days"?: number };
  readonly "insecure-external-code-execution"?: string;
}

export function dependabotProblems(text: string): string[] {
  const { updates }: { updates: readonly Update[] } = parse(text);
  return updates.flatMap(update =>
    brokenRules(
      {
        "dependabot-cooldown": ({ cooldown }: Update) => (cooldown?.["default-days"] ?? 0) < 7,
        "dependabot-execution": (each: Update) => each["insecure-external-code-execution"] === "allow",
      },
      update["package-ecosystem"],
      update,
    ),
  );
}

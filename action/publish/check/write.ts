/** Publishes the report in the job's own check run or in a separate one. */

import { createHash } from "node:crypto";
import { isUncertain } from "../../../shared/github/error.ts";
import type { GitHub } from "../../../shared/github/interface.ts";
import { pages } from "../../../shared/github/pages.ts";
import type { Annotation } from "../../../shared/report/annotations.ts";
import type { RepositoryName, WorkflowRun } from "../../github/context.ts";
import { WorkflowRuns } from "../../github/workflow-runs.ts";
import { digestMarksIn, replaceDigestMark } from "./digest-marks.ts";
import type { CheckOutput, Conclusion, SectionOutput } from "./output.ts";
import { replaceSection } from "./sections.ts";

export interface CheckReport {
  readonly key: string;
  readonly run: WorkflowRun;
  readonly headSha: string;
  readonly output: SectionOutput;
  readonly digest?: string | undefined;
  readonly annotationPages: Iterable<readonly Annotation[]>;
}

export interface SeparateCheckReport extends CheckReport {
  readonly name: string;
  readonly detailsUrl: string;
  readonly conclusion: Conclusion;
}

export interface CheckResult {
  readonly what: "written" | "a newer run's";
  readonly url: string;
}

/** Adds annotations and an output to the job's own check run. The runner sets its status and conclusion. */
export async function publishToJobCheck(
  github: GitHub,
  repository: RepositoryName,
  checkRunId: number,
  check: CheckReport,
): Promise<CheckResult> {
  const { data: before } = await github.request("GET /repos/{owner}/{repo}/check-runs/{check_run_id}", {
    ...ownerAndRepo(repository),
    check_run_id: checkRunId,
  });
  // Summary and text can contain the section and the digest mark of another step of this job.
  const { key, output, headSha } = check;
  const { marks, ...shared } = replaceSection(before.output.summary ?? "", { key, ...output });
  // On `workflow_run` the job's check run belongs to the default branch, which must not get a pull request's digest.
  const digest = before.head_sha === headSha ? check.digest : undefined;
  const texts = textsOf(shared, marks, { ...check, digest }, before.output.text ?? "");
  let taken = before.output.annotations_count;
  for (const page of check.annotationPages) {
    taken = await addAnnotations(github, repository, checkRunId, texts, page, taken);
  }
  return { what: "written", url: before.html_url ?? "" };
}

/**
 * The two possible names of a separate check run. A step uses the second name if another step has taken the first,
 * because GitHub shows only the latest check run of a name, and a passed one would hide another step's failed one.
 */
export function checkNames(name: string, key: string): readonly [name: string, whenTaken: string] {
  return [name, `${name} (${key})`];
}

/**
 * Creates a separate check run, unless a newer workflow run has published one. GitHub lists the check run under a
 * workflow of GitHub's choice.
 */
export async function publishSeparateCheck(
  github: GitHub,
  repository: RepositoryName,
  check: SeparateCheckReport,
): Promise<CheckResult> {
  const { headSha, key, run, name } = check;
  const runs = new WorkflowRuns(github, repository, run);
  const [, whenTaken] = checkNames(name, key);
  let isTaken = false;
  for await (const { check_runs: others } of checkRunsOf(github, repository, headSha)) {
    const published = others.flatMap(({ external_id, html_url }) => {
      const run = runOf(external_id ?? "", key);
      return run ? [{ run, url: html_url ?? "" }] : [];
    });
    const newer = await runs.findNewer(published);
    if (newer) return { what: "a newer run's", url: newer.url };
    isTaken ||= others.some(other => other.name === name && !runOf(other.external_id ?? "", key));
  }

  const { title, summary } = check.output;
  const { output, unredacted } = textsOf({ title, summary }, [], check, "");
  const pages = check.annotationPages[Symbol.iterator]();
  const first: readonly Annotation[] = pages.next().value ?? [];
  const { data: created } = await github.request("POST /repos/{owner}/{repo}/check-runs", {
    ...ownerAndRepo(repository),
    name: isTaken ? whenTaken : name,
    head_sha: headSha,
    status: "completed",
    conclusion: check.conclusion,
    details_url: check.detailsUrl,
    external_id: `${run.id}.${run.attempt} ${hashKey(key)}`,
    output: { ...output, annotations: [...first] },
    // Sent again after a lost response, because GitHub shows only the second of two check runs.
    request: { isRepeatable: true, unredacted },
  });
  let taken = first.length;
  for (let next = pages.next(); !next.done; next = pages.next()) {
    taken = await addAnnotations(
      github,
      repository,
      Number(created.id),
      { output, unredacted },
      next.value,
      taken,
    );
  }
  return { what: "written", url: created.html_url ?? "" };
}

export function checkRunsOf(github: GitHub, repository: RepositoryName, sha: string) {
  return pages(page =>
    github.request("GET /repos/{owner}/{repo}/commits/{ref}/check-runs", {
      ...ownerAndRepo(repository),
      ref: sha,
      ...page,
    }),
  );
}

/**
 * Adds annotations, and returns their new total. GitHub would store repeated annotations twice, so after an uncertain
 * request the current total decides whether it is sent again.
 */
async function addAnnotations(
  github: GitHub,
  repository: RepositoryName,
  checkRunId: number,
  { output, unredacted }: Texts,
  annotations: readonly Annotation[],
  taken: number,
): Promise<number> {
  const place = { ...ownerAndRepo(repository), check_run_id: checkRunId };
  for (let attempt = 1; ; attempt++) {
    try {
      await github.request("PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}", {
        ...place,
        output: { ...output, annotations: [...annotations] },
        request: { isRepeatable: annotations.length === 0, unredacted },
      });
      return taken + annotations.length;
    } catch (error) {
      if (!isUncertain(error) || attempt === mostAttempts) throw error;
      const { data } = await github.request("GET /repos/{owner}/{repo}/check-runs/{check_run_id}", place);
      if (data.output.annotations_count >= taken + annotations.length) return data.output.annotations_count;
    }
  }
}

const mostAttempts = 3;

interface Texts {
  readonly output: CheckOutput & { readonly text?: string };
  /** Parts that redaction must not change. */
  readonly unredacted: readonly string[];
}

function textsOf(
  output: CheckOutput,
  marks: readonly string[],
  { key, run, digest }: CheckReport,
  before: string,
): Texts {
  const text = digest === undefined ? before : replaceDigestMark(before, { key, run, digest });
  return {
    output: { ...output, ...(text !== "" && { text }) },
    unredacted: [...marks, ...digestMarksIn(text)],
  };
}

/** Hashes the key, because GitHub limits the length of `external_id`. */
function hashKey(key: string): string {
  return createHash("sha256").update(key).digest("hex").slice(0, 16);
}

/** Undefined for a check run of another key. */
function runOf(externalId: string, key: string): WorkflowRun | undefined {
  const [, id, attempt, keyHash] = /^(\d{1,15})\.(\d{1,15}) ([0-9a-f]{16})$/.exec(externalId) ?? [];
  return keyHash === hashKey(key) ? { id: Number(id), attempt: Number(attempt) } : undefined;
}

function ownerAndRepo({ owner, name }: RepositoryName) {
  return { owner, repo: name };
}

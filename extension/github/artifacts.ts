/** Lists and downloads the artifacts of a workflow run. */

import type { GitHubClient } from "../../shared/github/client.ts";
import { errorFromFailure, GitHubError } from "../../shared/github/error.ts";
import { collectPages, pages } from "../../shared/github/pages.ts";
import { isJsonObject, type JsonObject } from "../../shared/json.ts";
import { readWhole, TooLargeError } from "../../shared/service/body.ts";
import { fetchTransport } from "../../shared/service/fetch-transport.ts";
import { t } from "../editor/l10n.ts";
import { type GitHubRepository, isEncrypted, repositoryParameters } from "./repository.ts";

export interface Artifact {
  readonly id: number;
  readonly name: string;
  readonly bytes: number;
  readonly isExpired: boolean;
  /** In ISO 8601. */
  readonly createdAt: string;
}

/** With 100 artifacts on a page. */
const mostPages = 3;

/** The latest artifact of each name, the latest first. An earlier attempt of the workflow run can have left others. */
export async function artifactsOf(
  client: GitHubClient,
  repository: GitHubRepository,
  run: number,
  signal: AbortSignal,
): Promise<Artifact[]> {
  const place = { ...repositoryParameters(repository), run_id: run, request: { signal } };
  const found = await collectPages(
    pages(async page => {
      const route = "GET /repos/{owner}/{repo}/actions/runs/{run_id}/artifacts";
      const { data, header } = await client.request(route, { ...place, ...page });
      return { data: listedIn(data), header };
    }, mostPages),
  );
  const artifacts = found.flatMap(each => artifactIn(each) ?? []);
  artifacts.sort((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id);
  return artifacts.filter(({ name }, index) => artifacts.findIndex(each => each.name === name) === index);
}

function listedIn(data: unknown): JsonObject[] {
  const { artifacts } = isJsonObject(data) ? data : {};
  return Array.isArray(artifacts) ? artifacts.filter(isJsonObject) : [];
}

function artifactIn({ id, name, size_in_bytes: bytes, expired, created_at: at }: JsonObject) {
  if (typeof id !== "number" || typeof name !== "string") return undefined;
  return {
    id,
    name,
    bytes: typeof bytes === "number" ? bytes : 0,
    isExpired: expired === true,
    createdAt: typeof at === "string" ? at : "",
  };
}

/** A download can lead to further addresses. */
const mostRedirects = 3;
/** For the whole download. */
const mostSeconds = 120;

/** Gives the artifact's zip. GitHub leads to another server, which gets no token. */
export async function downloadArtifact(
  client: GitHubClient,
  repository: GitHubRepository,
  { id }: Artifact,
  { mostBytes, signal: cancel }: { readonly mostBytes: number; readonly signal: AbortSignal },
): Promise<Uint8Array> {
  const limit = AbortSignal.timeout(mostSeconds * 1000);
  const signal = AbortSignal.any([cancel, limit]);
  const route = "GET /repos/{owner}/{repo}/actions/artifacts/{artifact_id}/{archive_format}";
  const place = { ...repositoryParameters(repository), artifact_id: id, archive_format: "zip" };
  try {
    let address = await client.findDownload(route, { ...place, request: { signal } });
    for (let redirects = 0; ; redirects++) {
      signal.throwIfAborted();
      const { status, header, body } = await get(address, signal);
      if (status >= 200 && status < 300) return await readWhole(body, mostBytes);
      const location = header("location") ?? "";
      const isRedirect = status >= 300 && status < 400 && URL.canParse(location, address);
      if (!isRedirect || redirects === mostRedirects) {
        throw new GitHubError("unavailable", t("The download's server answers {0}", status), { status });
      }
      address = new URL(location, address);
    }
  } catch (error) {
    if (error instanceof GitHubError || error instanceof TooLargeError || cancel.aborted) throw error;
    if (limit.aborted) {
      throw new GitHubError(
        "unavailable",
        t("The download was not over within {0} seconds", mostSeconds),
        {},
      );
    }
    throw errorFromFailure(error, text => text);
  }
}

function get({ origin, pathname, search }: URL, signal: AbortSignal) {
  if (!isEncrypted(origin)) throw new GitHubError("unavailable", t("The download is not encrypted"), {});
  const exchange = fetchTransport({
    method: "GET",
    origin,
    path: pathname + search,
    headers: { "user-agent": "callboard-vscode" },
    body: undefined,
  });
  signal.addEventListener("abort", () => exchange.cancel());
  return exchange.response;
}

/** Finds a raw response of a report in the artifacts of its workflow run, or in a zip that a person has downloaded. */

import type { GitHubClient } from "../../shared/github/client.ts";
import { TooLargeError } from "../../shared/service/body.ts";
import { t } from "../editor/l10n.ts";
import { type Artifact, artifactsOf, downloadArtifact } from "../github/artifacts.ts";
import type { GitHubRepository } from "../github/repository.ts";
import { type ZipEntry, zipEntries } from "../github/zip.ts";
import type { ResponseDestination } from "./link-address.ts";

export interface FoundResponse {
  /** The name of its artifact. */
  readonly artifact: string;
  readonly text: string;
}

/** Why there is no response, and whether another step in the workflow helps. */
export class NoResponse extends Error {
  readonly lacksStep: boolean;

  constructor(message: string, { lacksStep = false } = {}) {
    super(message);
    this.lacksStep = lacksStep;
  }
}

/** For a packed artifact, for all that are searched, and for one unpacked response. VS Code shares no larger document. */
const mostBytes = { zip: 50_000_000, all: 200_000_000, response: 40_000_000 };

interface Question {
  readonly client: GitHubClient;
  readonly repository: GitHubRepository;
  readonly linked: ResponseDestination;
  readonly signal: AbortSignal;
  /** Asks which artifact is Callboard's, if no name shows it. */
  readonly choose: (artifacts: readonly Artifact[]) => Promise<Artifact>;
}

/** Gives different responses if the artifacts of several jobs contain one of the name. */
export async function findInArtifacts(question: Question): Promise<FoundResponse[]> {
  const { client, repository, linked, signal } = question;
  const found: FoundResponse[] = [];
  let left = mostBytes.all;
  for (const artifact of await artifactsToSearch(question)) {
    const { name, bytes } = artifact;
    left -= bytes;
    if (bytes > mostBytes.zip || left < 0) throw tooLarge(name);
    const zip = await downloadArtifact(client, repository, artifact, {
      mostBytes: mostBytes.zip,
      signal,
    }).catch(error => {
      throw error instanceof TooLargeError ? tooLarge(name) : error;
    });
    const text = await findInZip(zip, name, linked);
    if (text !== undefined && found.every(each => each.text !== text)) found.push({ artifact: name, text });
  }
  if (found.length > 0) return found;
  throw new NoResponse(t("No artifact of the workflow run contains {0}.", linked.path), { lacksStep: true });
}

/** Callboard's workflows name their artifacts so. Others are not downloaded without a person's choice. */
const ownName = /callboard/i;

async function artifactsToSearch({
  client,
  repository,
  linked,
  signal,
  choose,
}: Question): Promise<Artifact[]> {
  const all = await artifactsOf(client, repository, linked.run, signal);
  if (all.length === 0) {
    throw new NoResponse(t("The workflow run has no artifact, so its responses were not kept."), {
      lacksStep: true,
    });
  }
  const kept = all.filter(({ isExpired }) => !isExpired);
  const own = kept.filter(({ name }) => ownName.test(name));
  if (own.length > 0) return own;
  const hasExpired = all.some(
    ({ name, isExpired }) => isExpired && (kept.length === 0 || ownName.test(name)),
  );
  if (hasExpired) {
    throw new NoResponse(t("GitHub has deleted the artifact with the response. Run the workflow again."));
  }
  return kept.length === 1 ? kept : [await choose(kept)];
}

/** Undefined if the zip has no file of the response's name. */
export async function findInZip(
  zip: Uint8Array,
  name: string,
  { path }: ResponseDestination,
): Promise<string | undefined> {
  const entries = zipEntries(zip);
  if (entries === undefined) throw new NoResponse(t("{0} can't be read as a zip.", name));
  const entry = entryAt(entries, path);
  if (entry === undefined) return undefined;
  const bytes = await entry.read(mostBytes.response);
  if (bytes === undefined) throw new NoResponse(t("In {0}, {1} is damaged or too large.", name, entry.path));
  return new TextDecoder().decode(bytes);
}

/** The workflow chooses which folders the artifact contains, so a whole path counts before the file's name alone. */
function entryAt(entries: readonly ZipEntry[], path: string): ZipEntry | undefined {
  const endsWith = (end: string) => entries.find(each => `/${each.path}`.endsWith(`/${end}`));
  return endsWith(path) ?? endsWith(path.split("/").at(-1) ?? path);
}

function tooLarge(name: string): NoResponse {
  const most = mostBytes.zip / 1_000_000;
  return new NoResponse(t("The artifact {0} is too large: Callboard downloads up to {1} MB.", name, most));
}

export const mostZipBytes = mostBytes.zip;

/** The artifacts of workflow runs. As on GitHub, another server has their zips, and an address of a zip is enough to get it. */

import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { type EmulatedResponse, type GitHubCall, pageOfList, refusal, respondWith } from "./exchange.ts";

export interface NewArtifact {
  /** The id of the workflow run. */
  readonly run: number;
  readonly name: string;
  readonly zip: Uint8Array;
  readonly isExpired?: boolean;
  /** The size that GitHub tells; the zip's own by default. */
  readonly bytes?: number;
}

interface KeptArtifact extends NewArtifact {
  readonly id: number;
}

export class ArtifactStorage {
  readonly #artifacts: KeptArtifact[] = [];
  /** The requests to the server with the zips. */
  readonly downloads: { readonly id: number; readonly headers: IncomingHttpHeaders }[] = [];
  readonly #server = createServer((request, response) => {
    const id = Number(/^\/zips\/(\d+)\?sig=secret$/.exec(request.url ?? "")?.[1]);
    const found = this.#artifacts.find(each => each.id === id);
    this.downloads.push({ id, headers: request.headers });
    // GitHub's storage refuses a request with a token.
    if (found === undefined || request.headers.authorization !== undefined) response.writeHead(403).end();
    else response.writeHead(200, { "content-type": "zip" }).end(found.zip);
  });

  async add(artifact: NewArtifact): Promise<number> {
    if (!this.#server.listening) {
      this.#server.listen(0, "127.0.0.1");
      await once(this.#server, "listening");
    }
    const id = this.#artifacts.length + 1;
    this.#artifacts.push({ ...artifact, id });
    return id;
  }

  list({ parameters, query }: GitHubCall): EmulatedResponse {
    const { owner, repo, run_id: run } = parameters;
    const found = this.#artifacts.filter(each => each.run === Number(run));
    const path = `/repos/${owner}/${repo}/actions/runs/${run}/artifacts`;
    const { items, headers } = pageOfList(found, query, path);
    const artifacts = items.map(({ id, name, zip, bytes = zip.length, isExpired = false }) => {
      const url = `https://api.github.com/repos/${owner}/${repo}/actions/artifacts/${id}`;
      const at = `2026-01-01T00:${String(id % 60).padStart(2, "0")}:00Z`;
      return {
        id,
        node_id: Buffer.from(`Artifact${id}`).toString("base64"),
        name,
        size_in_bytes: bytes,
        url,
        archive_download_url: `${url}/zip`,
        expired: isExpired,
        digest: null,
        created_at: at,
        updated_at: at,
        expires_at: "2026-01-08T00:00:00Z",
        workflow_run: { id: Number(run), repository_id: 1, head_repository_id: 1 },
      };
    });
    return respondWith(200, { total_count: found.length, artifacts }, headers);
  }

  download({ parameters }: GitHubCall): EmulatedResponse {
    const found = this.#artifacts.find(({ id }) => id === Number(parameters["artifact_id"]));
    const address = this.#server.address();
    if (found === undefined || address === null || typeof address === "string")
      return refusal(404, "Not Found");
    if (found.isExpired) return refusal(410, "Artifact has expired");
    const location = `http://127.0.0.1:${address.port}/zips/${found.id}?sig=secret`;
    return respondWith(302, undefined, { location });
  }

  async close(): Promise<void> {
    if (!this.#server.listening) return;
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }
}

/** Reads the open repositories from VS Code's Git extension. The Git extension can be missing or switched off. */

import type { Disposable, Event, Uri } from "vscode";
import { Observable } from "../editor/observable.ts";
import type { VSCode } from "../editor/vscode.ts";
import type { Checkout } from "./pull-request.ts";

interface GitExtension {
  readonly enabled: boolean;
  readonly onDidChangeEnablement: Event<boolean>;
  getAPI(version: 1): Api;
}

interface Api {
  readonly state: "uninitialized" | "initialized";
  readonly onDidChangeState: Event<Api["state"]>;
  readonly repositories: readonly ApiRepository[];
  readonly onDidOpenRepository: Event<ApiRepository>;
  readonly onDidCloseRepository: Event<ApiRepository>;
}

interface ApiRepository {
  readonly rootUri: Uri;
  readonly state: {
    readonly HEAD?: {
      readonly name?: string;
      readonly commit?: string;
      readonly ahead?: number;
      readonly behind?: number;
      readonly upstream?: { readonly remote: string; readonly name: string };
    };
    readonly remotes: readonly {
      readonly name: string;
      readonly fetchUrl?: string;
      readonly pushUrl?: string;
    }[];
    readonly onDidChange: Event<void>;
  };
  getConfig?(key: string): Promise<string>;
  getRefs?(query: { readonly pattern: string }): Promise<readonly { readonly name?: string }[]>;
  log?(options: { readonly range: string; readonly maxEntries: number }): Promise<readonly unknown[]>;
}

export interface OpenRepository {
  readonly root: string;
  readonly checkout: Checkout;
  /** HEAD is the upstream's commit, as far as the clone knows. */
  readonly isPushed: boolean;
  /**
   * Counts HEAD's commits that `of` lacks, at most `maxCounted`. Undefined if `git log` fails, for example because the
   * clone lacks `of`.
   */
  countCommitsAhead(of: string): Promise<number | undefined>;
  /** The default branch of `origin` as the clone stores it, else `main` or `master` if `origin` has such a branch. */
  findDefaultBranch(): Promise<string | undefined>;
}

const maxCounted = 100;

export class Git extends Observable {
  readonly #vscode: VSCode;
  #api: Promise<Api | undefined> | undefined;
  #enablement: Disposable | undefined;
  readonly #listening = new Map<ApiRepository, Disposable>();

  constructor(vscode: VSCode) {
    super(vscode);
    this.#vscode = vscode;
    this.register({
      dispose: () => {
        this.#enablement?.dispose();
        for (const each of this.#listening.values()) each.dispose();
      },
    });
    // VS Code enables the Git extension when the workspace becomes trusted.
    this.register(
      vscode.extensions.onDidChange(() => {
        if (this.#api === undefined) this.fireChange();
      }),
    );
  }

  /** Activates the Git extension if needed. Undefined if that extension is missing, switched off or fails to start. */
  async repositories(): Promise<readonly OpenRepository[] | undefined> {
    this.#api ??= this.#start();
    const api = await this.#api;
    if (api === undefined) this.#api = undefined;
    return (
      api &&
      Promise.all(
        api.repositories.map(
          async (repository): Promise<OpenRepository> => ({
            root: repository.rootUri.toString(),
            checkout: { ...checkoutOf(repository), configuredUpstream: await configuredUpstream(repository) },
            isPushed: repository.state.HEAD?.ahead === 0 && !repository.state.HEAD.behind,
            countCommitsAhead: of => countCommitsAhead(repository, of),
            findDefaultBranch: () => findDefaultBranch(this.#vscode, repository),
          }),
        ),
      )
    );
  }

  async #start(): Promise<Api | undefined> {
    const extension = this.#vscode.extensions.getExtension<GitExtension>("vscode.git");
    if (extension === undefined) return undefined;
    try {
      const git = extension.isActive ? extension.exports : await extension.activate();
      if (!git.enabled) {
        this.#enablement ??= git.onDidChangeEnablement(() => this.fireChange());
        return undefined;
      }
      const api = git.getAPI(1);
      await whenInitialized(api);
      for (const repository of api.repositories) this.#listen(repository);
      this.register(
        api.onDidOpenRepository(repository => {
          this.#listen(repository);
          this.fireChange();
        }),
      );
      this.register(
        api.onDidCloseRepository(repository => {
          this.#listening.get(repository)?.dispose();
          this.#listening.delete(repository);
          this.fireChange();
        }),
      );
      return api;
    } catch {
      return undefined;
    }
  }

  /** Reports only a changed checkout or count of unpushed commits. The Git extension reports every changed file. */
  #listen(repository: ApiRepository): void {
    const state = () => JSON.stringify([checkoutOf(repository), repository.state.HEAD?.ahead]);
    let before = state();
    const listening = repository.state.onDidChange(() => {
      const now = state();
      if (now === before) return;
      before = now;
      this.fireChange();
    });
    this.#listening.set(repository, listening);
  }
}

function whenInitialized({ state, onDidChangeState }: Api): Promise<void> {
  return new Promise(resolve => {
    if (state === "initialized") return resolve();
    const listening = onDidChangeState(() => {
      listening.dispose();
      resolve();
    });
  });
}

function checkoutOf({ state: { HEAD, remotes } }: ApiRepository): Checkout {
  const { name, commit, upstream } = HEAD ?? {};
  return {
    branch: name,
    commit,
    upstream: upstream && { remote: upstream.remote, branch: upstream.name },
    remotes: remotes.flatMap(({ name, fetchUrl, pushUrl }) => {
      const address = fetchUrl ?? pushUrl;
      return address === undefined ? [] : [{ name, address }];
    }),
  };
}

/** The branch's configured upstream if nothing was fetched from it yet. `gh pr checkout` configures one for a fork. */
async function configuredUpstream(
  repository: ApiRepository,
): Promise<{ readonly remote: string; readonly ref: string } | undefined> {
  const { name, upstream } = repository.state.HEAD ?? {};
  if (name === undefined || upstream !== undefined) return undefined;
  const config = (key: string) => repository.getConfig?.(`branch.${name}.${key}`).catch(() => "");
  const [remote, ref] = [await config("remote"), await config("merge")];
  return remote && ref ? { remote, ref } : undefined;
}

async function countCommitsAhead(repository: ApiRepository, of: string): Promise<number | undefined> {
  if (repository.state.HEAD?.commit === of) return 0;
  try {
    const commits = await repository.log?.({ range: `${of}..HEAD`, maxEntries: maxCounted });
    return commits?.length;
  } catch {
    return undefined;
  }
}

/**
 * Reads the file in which a clone stores the remote's default branch, because the Git extension does not expose the branch.
 * A worktree has the file elsewhere, so `main` and `master` are tried next.
 */
async function findDefaultBranch(
  { workspace, Uri }: VSCode,
  repository: ApiRepository,
): Promise<string | undefined> {
  try {
    const head = await workspace.fs.readFile(
      Uri.joinPath(repository.rootUri, ".git/refs/remotes/origin/HEAD"),
    );
    const [, branch] = /^ref: refs\/remotes\/origin\/(.+)\n/.exec(new TextDecoder().decode(head)) ?? [];
    if (branch !== undefined) return branch;
  } catch {}
  try {
    const refs = await repository.getRefs?.({ pattern: "refs/remotes/origin" });
    const names = (refs ?? []).flatMap(({ name }) => name ?? []);
    return ["main", "master"].find(branch => names.includes(`origin/${branch}`));
  } catch {
    return undefined;
  }
}

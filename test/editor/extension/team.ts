/**
 * A team around one repository: a local GitHub (as an enterprise server), a service, CI with the committed bundle, and
 * editors with clones.
 */

import { join } from "node:path";
import type { JsonObject } from "../../../shared/json.ts";
import { type GateScene, runReviewStep } from "../../action/steps/reviews.ts";
import { type CloneOptions, makeClone } from "../../github/clone.ts";
import type { TokenKind } from "../../github/emulator.ts";
import type { GitHubExchange } from "../../github/exchange.ts";
import { type LocalGitHub, startGitHub } from "../../github/github.ts";
import { type ScriptedService, startScriptedService } from "../../shared/run/scripted-service.ts";
import { type Editor, type StartEditorOptions, startEditor } from "../editor.ts";
import { type Login, loginSettings } from "../login.ts";
import { packageTestExtension } from "../package-test-extension.ts";
import { scratchFolder } from "../scratch.ts";

/** The person's own API key; CI uses another. */
export const ownKey = "the-testers-own-key";

export interface Team {
  readonly github: LocalGitHub;
  readonly service: ScriptedService;
  result: JsonObject;
  readonly temp: string;
  place(pull: GateScene["pull"]): GateScene;
  publish(pull: GateScene["pull"], commentKey?: string): Promise<void>;
  clone(name: string, options?: Omit<CloneOptions, "folder">): ReturnType<typeof makeClone>;
  open(folder: string, options?: TeamEditor): Promise<Editor>;
  /** The requests that an editor with this token has sent to GitHub since the last call. */
  takeRequests(token?: TokenKind): GitHubExchange[];
  close(): Promise<void>;
}

interface TeamEditor extends Pick<StartEditorOptions, "lane" | "trust"> {
  readonly logins?: readonly (Login | null)[];
  readonly servers?: readonly string[];
  /** Leaves the service out of the person's settings. */
  readonly isUnknown?: true;
}

/** `callboard` is the path of the packaged extension. */
export async function startTeam(callboard: string): Promise<Team> {
  const temp = await scratchFolder();
  const github = await startGitHub({ enterprise: true });
  const service = await startScriptedService(({ operation, fields }) =>
    operation === "runBatch" ? team.result : { ...fields, status: "received" },
  );
  const extensions = [callboard, await packageTestExtension("login"), await packageTestExtension("probe")];
  const seen = new Map<TokenKind, number>();
  const team: Team = {
    github,
    service,
    temp,
    result: {},
    place: pull => ({ github, pull, url: service.url }),
    async publish(pull, key) {
      const left = await runReviewStep(
        team.place(pull),
        key === undefined ? {} : { with: { "comment-key": key } },
      );
      if (left.exitCode !== 0) throw new Error(`CI failed:\n${left.stdout}`);
    },
    clone: (name, options = {}) => makeClone(github, { folder: join(temp, name), ...options }),
    open: (open, { logins: given = [login(github, "user")], servers, isUnknown, ...options } = {}) =>
      startEditor({
        open,
        extensions,
        git: true,
        settings: {
          "github-enterprise.uri": github.serverUrl,
          ...(servers && { "github-enterprise.uris": servers }),
          "workbench.hover.delay": 100,
        },
        machineSettings: {
          ...(!isUnknown && { "callboard.services": [{ name: "Mine", baseUrl: service.url }] }),
          ...loginSettings("github-enterprise", given),
        },
        ...options,
      }),
    takeRequests(token = "user") {
      const authorization = `Bearer ${github.token(token)}`;
      const asked = github.requests
        .slice(seen.get(token))
        .filter(({ headers }) => headers["user-agent"] === "callboard-vscode")
        .filter(({ headers }) => headers["authorization"] === authorization);
      seen.set(token, github.requests.length);
      return asked;
    },
    async close() {
      await service[Symbol.asyncDispose]();
      await github[Symbol.asyncDispose]();
    },
  };
  return team;
}

export function login(github: LocalGitHub, kind: "user" | "user-anew" | "contributor"): Login {
  return { account: kind === "contributor" ? kind : "octocat", token: github.token(kind) };
}

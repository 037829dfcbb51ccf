/**
 * GitHub's GraphQL interface, which the emulator does not have: the few fields that an Action may need, run by
 * graphql-js against GitHub's published schema, which thereby checks both what is asked and what is answered.
 */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { repository } from "./emulator.ts";
import { type Answer, answer, type Call, notAccessible } from "./exchange.ts";
import { appOf, type Comment, type Memory, type PullRequest, withItsHead } from "./plays.ts";

interface Context extends Call {
  readonly memory: Memory;
}
type Field<Arguments> = (given: Arguments, context: Context) => unknown;

/** The fields at the root of a query or mutation. */
const fields = {
  viewer: (async (_, { identity, forward }) => {
    const login = loginOf(identity);
    const { body } = await forward<{ id?: number; node_id?: string }>(
      "GET",
      `/users/${encodeURIComponent(login)}`,
    );
    // The emulator makes an app's user when the app first writes something.
    return { __typename: "User", id: body.node_id ?? login, databaseId: body.id ?? null, login };
  }) satisfies Field<object>,

  repository: (({ owner, name }, context) => {
    if (`${owner}/${name}` !== repository.fullName) return undefined;
    return {
      nameWithOwner: `${owner}/${name}`,
      pullRequest: async ({ number }: { number: number }) => pullRequest(number, context),
    };
  }) satisfies Field<{ owner: string; name: string }>,

  minimizeComment: (async ({ input }, context) => {
    const comment = await writableComment(input.subjectId, context);
    context.memory.minimized.set(comment.node_id, input.classifier);
    return { minimizedComment: commentNode(comment, context), clientMutationId: input.clientMutationId };
  }) satisfies Field<{ input: { subjectId: string; classifier: string; clientMutationId?: string } }>,

  unminimizeComment: (async ({ input }, context) => {
    const comment = await writableComment(input.subjectId, context);
    context.memory.minimized.delete(comment.node_id);
    return { unminimizedComment: commentNode(comment, context), clientMutationId: input.clientMutationId };
  }) satisfies Field<{ input: { subjectId: string; clientMutationId?: string } }>,
};

export interface GraphQl {
  answer(call: Call, memory: Memory): Promise<{ answer: Answer; problems: string[] }>;
}

/** Needs nothing installed, checks nothing, and knows who asks: for showing. */
export const uncheckedGraphQl: GraphQl = {
  async answer(call, memory) {
    const viewer = await fields.viewer({}, { ...call, memory });
    return { answer: answer(200, { data: { viewer } }), problems: [] };
  },
};

export async function readGraphQl(): Promise<GraphQl> {
  const modules = join(import.meta.dirname, "node_modules");
  // By a name that is not in the text: types are checked where these packages are not installed, too.
  const library = "graphql";
  const { buildSchema, parse, validate, execute }: GraphQlLibrary = await import(library).catch(notInstalled);
  const published = await readFile(join(modules, "@octokit/graphql-schema/schema.graphql"), "utf8");
  const schema = buildSchema(published, { noLocation: true, assumeValid: true, assumeValidSDL: true });

  return {
    async answer(call, memory) {
      const { query, variables } = asQuery(call.body);
      let document: unknown;
      try {
        document = parse(query);
      } catch (error) {
        return refused([{ message: String(error) }]);
      }
      const invalid = validate(schema, document);
      if (invalid.length > 0) return refused(invalid);

      const { data, errors = [] } = await execute({
        schema,
        document,
        rootValue: fields,
        variableValues: variables,
        contextValue: { ...call, memory },
      });
      return {
        answer: answer(200, {
          data,
          ...(errors.length > 0 && {
            errors: errors.map(({ message, path, originalError }) => ({
              message,
              path,
              ...(originalError instanceof Refusal && { type: originalError.type }),
            })),
          }),
        }),
        // What was not refused on purpose is a field that is not played, or played wrongly.
        problems: errors
          .filter(({ originalError }) => !(originalError instanceof Refusal))
          .map(({ message }) => message),
      };
    },
  };

  function refused(errors: readonly { message: string }[]) {
    const messages = errors.map(({ message }) => message);
    return { answer: answer(200, { errors: messages.map(message => ({ message })) }), problems: messages };
  }
}

function notInstalled(cause: unknown): never {
  throw new Error("GraphQL is not installed: run `npm ci --ignore-scripts` in test/github", { cause });
}

/** The part of graphql-js that is used here. */
interface GraphQlLibrary {
  buildSchema(text: string, options: Record<string, boolean>): unknown;
  parse(text: string): unknown;
  validate(schema: unknown, document: unknown): readonly { message: string }[];
  execute(job: Record<string, unknown>): Promise<{
    data?: unknown;
    errors?: readonly { message: string; path?: readonly unknown[]; originalError?: unknown }[];
  }>;
}

class Refusal extends Error {
  readonly type: "FORBIDDEN" | "NOT_FOUND";

  constructor(type: Refusal["type"], message: string) {
    super(message);
    this.type = type;
  }
}

const root = `/repos/${repository.fullName}`;

async function pullRequest(number: number, context: Context) {
  const given = await context.forward<PullRequest>("GET", `${root}/pulls/${number}`);
  if (given.status !== 200) {
    throw new Refusal("NOT_FOUND", `Could not resolve to a PullRequest with the number of ${number}.`);
  }
  const pull = await withItsHead(given.body, context.forward);
  return {
    id: nodeId("PullRequest", String(number)),
    number,
    state: pull.state.toUpperCase(),
    headRefOid: pull.head.sha,
    headRefName: pull.head.ref,
    baseRefOid: pull.base.sha,
    baseRefName: pull.base.ref,
    isCrossRepository: pull.head.repo.full_name !== repository.fullName,
    comments: async (window: Window) =>
      connection(
        (await allComments(context, `${root}/issues/${number}/comments`)).map(comment =>
          commentNode(comment, context),
        ),
        window,
      ),
  };
}

interface Window {
  readonly first?: number | null;
  readonly last?: number | null;
  readonly after?: string | null;
  readonly before?: string | null;
}

/** Cursors are positions. */
function connection<Node>(all: readonly Node[], { first, last, after, before }: Window) {
  let start = after ? Number(after) + 1 : 0;
  let end = before ? Number(before) : all.length;
  if (first != null) end = Math.min(end, start + first);
  if (last != null) start = Math.max(start, end - last);
  return {
    totalCount: all.length,
    nodes: all.slice(start, end),
    edges: all.slice(start, end).map((node, i) => ({ node, cursor: String(start + i) })),
    pageInfo: {
      hasPreviousPage: start > 0,
      hasNextPage: end < all.length,
      startCursor: String(start),
      endCursor: String(end - 1),
    },
  };
}

/** GraphQL leaves out the "[bot]" that REST writes after an app's name. */
function commentNode(comment: Comment, { identity, memory }: Context) {
  const bot = comment.user.type === "Bot";
  const minimized = memory.minimized.get(comment.node_id);
  return {
    __typename: "IssueComment",
    id: comment.node_id,
    databaseId: comment.id,
    fullDatabaseId: String(comment.id),
    body: comment.body,
    url: comment.html_url.replace("/issues/", "/pull/"),
    author: { __typename: bot ? "Bot" : "User", login: comment.user.login.replace("[bot]", "") },
    viewerDidAuthor: comment.user.login === loginOf(identity),
    createdAt: comment.created_at,
    updatedAt: comment.updated_at,
    isMinimized: minimized !== undefined,
    minimizedReason: minimized?.toLowerCase() ?? null,
  };
}

async function writableComment(id: string, context: Context): Promise<Comment> {
  const { identity } = context;
  if (identity && "app" in identity && identity.permissions["pull_requests"] !== "write") {
    throw new Refusal("FORBIDDEN", notAccessible);
  }
  // The emulator writes a record's number into its node id.
  const number = /IssueComment(\d+)$/.exec(Buffer.from(id, "base64").toString())?.[1];
  const comment = await context.forward<Comment>("GET", `${root}/issues/comments/${number}`);
  if (comment.status !== 200) {
    throw new Refusal("NOT_FOUND", `Could not resolve to a node with the global id of '${id}'`);
  }
  return comment.body;
}

async function allComments({ forward }: Context, path: string): Promise<Comment[]> {
  const comments: Comment[] = [];
  for (let number = 1; ; number++) {
    const { body } = await forward<Comment[]>("GET", `${path}?per_page=100&page=${number}`);
    comments.push(...body);
    if (body.length < 100) return comments;
  }
}

function loginOf(identity: Call["identity"]): string {
  const app = appOf(identity);
  if (app) return `${app.slug}[bot]`;
  return identity && "login" in identity ? identity.login : "";
}

function nodeId(type: string, key: string): string {
  return Buffer.from(`${type}:${key}`).toString("base64url");
}

function asQuery(body: unknown): { query: string; variables: unknown } {
  const query = typeof body === "object" && body !== null && "query" in body ? body.query : "";
  const variables = typeof body === "object" && body !== null && "variables" in body ? body.variables : {};
  return { query: typeof query === "string" ? query : "", variables };
}

/**
 * Starts a VS Code as a person has it: with the given extension packages installed, on a folder or a workspace,
 * shown in a Chromium. Everything it writes is in one folder, which goes when the editor is closed or when the test
 * process ends in whatever way (see leash.ts).
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { devNull, tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { findChromium } from "./chromium.ts";
import { installEditor, type Lane } from "./install.ts";
import { EditorWindow } from "./window.ts";

export interface EditorOptions {
  /** A folder or a `.code-workspace` file. */
  open: string;
  /** Packaged extensions to install. */
  extensions?: string[];
  /** Without it, the workspace is trusted; with "ask", VS Code restricts it and asks, as it does for a person. */
  trust?: "ask";
  /** The person's settings, beside those that keep a test quiet. */
  settings?: Record<string, unknown>;
  /** The machine's settings: the only ones from which a machine-scoped setting is read here. */
  machineSettings?: Record<string, unknown>;
  /** VS Code's Git extension is there, as it is for a person; git knows none of the person's own settings. */
  git?: boolean;
  lane?: Lane;
}

/** A connection that one of the editor's processes opened. */
export interface Connection {
  process: "editor" | "extension host";
  host: string;
  port: number;
}

export interface Editor {
  window: EditorWindow;
  /** The folder of everything that this editor writes: settings, storage, logs. */
  home: string;
  /** Every address that the page asked for, in order; the editor's own files are left out. */
  pageRequests: string[];
  /** What scripts in the page wanted to say with `alert` and its like; nobody in VS Code does. */
  alerts: string[];
  /** Every network connection that the extension host opened, in order. */
  connections(): Promise<Connection[]>;
  /** Happens by itself at the end of the test, or of the file when it was started outside of a test: lifetime.ts. */
  close(): Promise<void>;
}

/** The editors that are open in this process. */
export const openEditors = new Set<Editor>();

/** Starts an editor and gives it once its window is there; the extension may still be starting. */
export async function startEditor(options: EditorOptions): Promise<Editor> {
  const server = await startServer(options);
  const browser = await startBrowser(server).catch(async error => {
    await server.close();
    throw error;
  });
  const editor = { ...browser, home: server.home, connections: server.connections, close };
  async function close(): Promise<void> {
    openEditors.delete(editor);
    await browser.context.close();
    await server.close();
  }
  openEditors.add(editor);
  await editor.window.open(server.address(options.open)).catch(async error => {
    await editor.window.screenshot("start");
    await close();
    throw new Error(`The editor did not open. Its log:\n${server.log()}`, { cause: error });
  });
  return editor;
}

export interface Server {
  origin: string;
  /** The folder of everything that this editor writes. */
  home: string;
  /** The page on which the editor has opened a folder or workspace. */
  address(open: string, payload?: [string, string][]): string;
  connections(): Promise<Connection[]>;
  log(): string;
  close(): Promise<void>;
}

/** Starts VS Code's server, with the extensions installed, in a fresh home. */
export async function startServer(options: EditorOptions & { smokeTest?: boolean }): Promise<Server> {
  const { script, extensionsWithGit } = await installEditor(options.lane ?? "newest");
  const home = await mkdtemp(join(tmpdir(), "callboard-editor-"));
  const user = join(home, "user");
  const connections = join(home, "connections.jsonl");
  for (const folder of ["run", "temp", "user/User", "user/Machine"]) {
    await mkdir(join(home, folder), { recursive: true });
  }
  await writeFile(join(user, "User", "settings.json"), JSON.stringify({ ...quiet, ...options.settings }));
  await writeFile(join(user, "Machine", "settings.json"), JSON.stringify(options.machineSettings ?? {}));

  const leash = [join(import.meta.dirname, "leash.ts"), home];
  const vscode = [process.execPath, "--require", join(import.meta.dirname, "connections.cjs"), script];
  const child = spawn(
    process.execPath,
    [
      ...[...leash, ...vscode],
      ...[
        "--host",
        "127.0.0.1",
        "--port",
        "0",
        "--without-connection-token",
        "--accept-server-license-terms",
      ],
      ...["--server-data-dir", home, "--user-data-dir", user, "--extensions-dir", join(home, "extensions")],
      ...["--telemetry-level", "off", "--disable-getting-started-override"],
      ...(options.trust === "ask" ? [] : ["--disable-workspace-trust"]),
      ...(options.smokeTest ? ["--enable-smoke-test-driver"] : []),
      ...(options.git ? ["--builtin-extensions-dir", extensionsWithGit] : []),
      ...["--start-server", ...(options.extensions ?? []).flatMap(vsix => ["--install-extension", vsix])],
    ],
    {
      cwd: home,
      detached: true,
      stdio: ["pipe", "pipe", "pipe"],
      env: {
        ...process.env,
        XDG_RUNTIME_DIR: join(home, "run"), // sockets
        TMPDIR: join(home, "temp"),
        EXTENSIONS_GALLERY: "{}",
        GIT_CONFIG_NOSYSTEM: "1",
        GIT_CONFIG_GLOBAL: devNull,
        CALLBOARD_CONNECTIONS: connections,
      },
    },
  );

  let log = "";
  const ended = once(child, "close");
  const port = await new Promise<string>((resolve, reject) => {
    const read = (stream: Readable) =>
      stream.setEncoding("utf8").on("data", (chunk: string) => {
        log += chunk;
        const ready = /Extension host agent listening on (\d+)/.exec(log);
        if (ready?.[1]) resolve(ready[1]);
      });
    read(child.stdout);
    read(child.stderr);
    child.on("error", reject).on("close", () => reject(new Error(`VS Code's server ended at once:\n${log}`)));
  });
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    home,
    address(open, payload = []) {
      const address = new URL(origin);
      address.searchParams.set(open.endsWith(".code-workspace") ? "workspace" : "folder", open);
      if (payload.length > 0) address.searchParams.set("payload", JSON.stringify(payload));
      return address.href;
    },
    async connections() {
      const lines = await readFile(connections, "utf8").catch(() => "");
      return lines
        .split("\n")
        .filter(Boolean)
        .map((line): Connection => JSON.parse(line));
    },
    log: () => log,
    async close() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

export interface Browser {
  context: BrowserContext;
  window: EditorWindow;
  pageRequests: string[];
  alerts: string[];
}

/** Opens a Chromium with a profile of its own, for which there is no network but this machine. */
export async function startBrowser(server: Server): Promise<Browser> {
  const temp = join(server.home, "temp");
  const context = await chromium.launchPersistentContext(join(server.home, "browser"), {
    executablePath: await findChromium(),
    artifactsDir: join(server.home, "artifacts"),
    env: { ...process.env, TMPDIR: temp },
    viewport: { width: 1400, height: 900 },
    args: [
      ...["--disable-gpu", "--disable-quic", "--no-first-run"],
      ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
    ],
  });
  // code-server's own web server, which is left out here, answers this with half of the key that secrets are kept with.
  await context.addInitScript(() => {
    const { fetch } = window;
    window.fetch = (input, init) =>
      String(input) === "/mint-key" ? Promise.resolve(new Response(new Uint8Array(32))) : fetch(input, init);
  });
  const pageRequests: string[] = [];
  context.on("request", request => {
    const url = request.url();
    if (/^(https?|wss?):/.test(url) && !url.startsWith(server.origin)) pageRequests.push(url);
  });
  const alerts: string[] = [];
  context.on("dialog", async dialog => {
    // Leaving a page is what a reload does.
    if (dialog.type() === "beforeunload") return dialog.accept();
    alerts.push(dialog.message());
    return dialog.dismiss();
  });
  const page: Page = context.pages()[0] ?? (await context.newPage());
  return { context, window: new EditorWindow(page), pageRequests, alerts };
}

/** Settings under which VS Code neither greets nor offers nor guesses, so that a test reads what it wrote. */
const quiet = {
  "telemetry.telemetryLevel": "off",
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "workbench.reduceMotion": "on",
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "chat.disableAIFeatures": true,
  "editor.hover.delay": 60_000,
  "workbench.hover.delay": 60_000, // else a tooltip stays where the last click was
  "editor.minimap.enabled": false,
  "security.workspace.trust.startupPrompt": "never",
};

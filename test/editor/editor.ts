/**
 * Starts a VS Code in a Chromium, with the given extension packages, on a folder or a workspace. Everything it writes
 * is in one folder, which is removed when the editor closes or the test process ends (see leash.ts).
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { devNull, tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { startBrowser } from "./browser.ts";
import { installEditor, type Lane } from "./install.ts";
import type { EditorWindow } from "./window.ts";

export interface StartEditorOptions {
  open: string;
  extensions?: string[];
  /** By default the workspace is trusted. With "ask", VS Code restricts it and asks, as it does for a person. */
  trust?: "ask";
  /** The person's settings; they add to those that keep a test quiet. */
  settings?: Record<string, unknown>;
  /** The machine's settings; VS Code reads machine-scoped settings only from here. */
  machineSettings?: Record<string, unknown>;
  /** Enables VS Code's Git extension. Git reads none of the person's own configuration. */
  git?: boolean;
  lane?: Lane;
}

export interface OpenedConnection {
  process: "editor" | "extension host";
  host: string;
  port: number;
}

export interface Editor {
  window: EditorWindow;
  /** The folder for everything that this editor writes: settings, storage, logs. */
  home: string;
  pageRequests: string[];
  /** The messages of scripts that called `alert` and the like; VS Code itself never does. */
  alerts: string[];
  /** The network connections that the extension host opened, in order. */
  connections(): Promise<OpenedConnection[]>;
  /** lifetime.ts calls this at the end of the test, or of the file for an editor that was started outside a test. */
  close(): Promise<void>;
}

export const openEditors = new Set<Editor>();

/** Resolves when the window is ready; the extension may still be starting. */
export async function startEditor(options: StartEditorOptions): Promise<Editor> {
  const server = await startEditorServer(options);
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

export interface EditorServer {
  origin: string;
  /** The origin of the server's pages. It is the same for all servers, because the browser's caches depend on it. */
  pageOrigin: string;
  home: string;
  /** The address of a page that opens a folder or workspace. */
  address(open: string, payload?: [string, string][]): string;
  connections(): Promise<OpenedConnection[]>;
  log(): string;
  close(): Promise<void>;
}

/** Starts VS Code's server in a fresh home, with the extensions installed. */
export async function startEditorServer(
  options: StartEditorOptions & { smokeTest?: boolean },
): Promise<EditorServer> {
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
    pageOrigin,
    home,
    address(open, payload = []) {
      const address = new URL(pageOrigin);
      address.searchParams.set(open.endsWith(".code-workspace") ? "workspace" : "folder", open);
      if (payload.length > 0) address.searchParams.set("payload", JSON.stringify(payload));
      return address.href;
    },
    async connections() {
      const lines = await readFile(connections, "utf8").catch(() => "");
      return lines
        .split("\n")
        .filter(Boolean)
        .map((line): OpenedConnection => JSON.parse(line));
    },
    log: () => log,
    async close() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

const pageOrigin = "http://editor.localhost:8000";

/** Turns off greetings, offers and guesses of VS Code, so that a test reads only what it wrote. */
const quiet = {
  "telemetry.telemetryLevel": "off",
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "workbench.reduceMotion": "on",
  "editor.cursorBlinking": "solid",
  "workbench.tree.enableStickyScroll": false, // else a row can be clicked only where no parent covers it
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "chat.disableAIFeatures": true,
  "editor.hover.delay": 60_000,
  "workbench.hover.delay": 60_000, // else a tooltip stays where the last click was
  "editor.minimap.enabled": false,
  "security.workspace.trust.startupPrompt": "never",
};

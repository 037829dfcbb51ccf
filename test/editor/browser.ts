/**
 * Opens a Chromium with its own profile, which can reach only this machine.
 */

import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { copyBrowserCaches } from "./browser-caches.ts";
import { findChromium } from "./chromium.ts";
import type { EditorServer } from "./editor.ts";
import { EditorWindow } from "./window.ts";

export interface EditorBrowser {
  context: BrowserContext;
  window: EditorWindow;
  pageRequests: string[];
  alerts: string[];
}

/** `profile` is a folder. Without it, the profile is new, and has the caches of `browser-caches.ts`. */
export async function startBrowser(server: EditorServer, profile?: string): Promise<EditorBrowser> {
  const temp = join(server.home, "temp");
  const fresh = join(server.home, "browser");
  if (profile === undefined) await copyBrowserCaches(fresh);
  const context = await chromium.launchPersistentContext(profile ?? fresh, {
    executablePath: await findChromium(),
    artifactsDir: join(server.home, "artifacts"),
    env: { ...process.env, TMPDIR: temp },
    viewport: { width: 1400, height: 900 },
    args: [
      ...["--disable-gpu", "--disable-quic", "--no-first-run"],
      ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
      `--host-resolver-rules=${[
        `MAP ${new URL(server.pageOrigin).host} ${new URL(server.origin).host}`,
        "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
      ].join(", ")}`,
      // Chromium takes only the last of such arguments, so the first feature repeats Playwright's own. The second one makes
      // Chromium look into its cache before it compiles a script.
      "--enable-features=CDPScreenshotNewSurface,BackgroundResourceFetch:background-script-response-processor/false",
    ],
  });
  // Without a graphics card each frame of an animation is drawn by the processor, which the tests need.
  await context.addInitScript(() => {
    const still = new CSSStyleSheet();
    still.replaceSync("*, ::before, ::after { animation: none !important; transition: none !important }");
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, still];
  });
  // VS Code asks code-server's web server, which does not run here, for half of the key that encrypts secrets.
  await context.addInitScript(() => {
    const { fetch } = window;
    window.fetch = (input, init) =>
      String(input) === "/mint-key" ? Promise.resolve(new Response(new Uint8Array(32))) : fetch(input, init);
  });
  const pageRequests: string[] = [];
  context.on("request", request => {
    const url = request.url();
    if (/^(https?|wss?):/.test(url) && !url.startsWith(server.pageOrigin)) pageRequests.push(url);
  });
  const alerts: string[] = [];
  context.on("dialog", async dialog => {
    // A reload leaves the page, which is fine.
    if (dialog.type() === "beforeunload") return dialog.accept();
    alerts.push(dialog.message());
    return dialog.dismiss();
  });
  const page: Page = context.pages()[0] ?? (await context.newPage());
  return { context, window: new EditorWindow(page), pageRequests, alerts };
}

import { escapeForMessage } from "./text.ts";
import type { VSCode } from "./vscode.ts";

export async function withProgress<T>(
  vscode: VSCode,
  title: string,
  task: (signal: AbortSignal, report: (message: string) => void) => Promise<T>,
): Promise<T> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: escapeForMessage(title),
    cancellable: true,
  };
  return vscode.window.withProgress(options, async (progress, token) => {
    const controller = new AbortController();
    const listening = token.onCancellationRequested(() => controller.abort());
    try {
      return await task(controller.signal, message =>
        progress.report({ message: escapeForMessage(message) }),
      );
    } finally {
      listening.dispose();
    }
  });
}

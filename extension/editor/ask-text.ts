import { requireAnswer } from "./errors.ts";
import { escapeForMessage } from "./text.ts";
import type { VSCode } from "./vscode.ts";

interface TextQuestion {
  readonly title: string;
  readonly prompt: string;
  readonly value?: string;
  readonly password?: boolean;
  /** Gives the mistake in a text, an empty one included. */
  readonly validate: (text: string) => string | undefined;
}

export async function askText(
  vscode: VSCode,
  { title, prompt, value = "", password = false, validate }: TextQuestion,
): Promise<string> {
  const text = await vscode.window.showInputBox({
    title,
    prompt: escapeForMessage(prompt),
    value,
    password,
    ignoreFocusOut: true,
    validateInput: validate,
  });
  return requireAnswer(text).trim();
}

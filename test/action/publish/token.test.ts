/** The token can write to the repository, so it is sent to GitHub only and never appears anywhere. */

import { expect, test } from "vitest";
import { secretForms } from "../../../shared/service/secret.ts";
import { refusal } from "../../github/exchange.ts";
import { startGitHub } from "../../github/github.ts";
import { newPullRequest, runStep, textsOfStep } from "../step.ts";

test("the token is masked in every form, and never appears, although GitHub repeats it", async () => {
  await using github = await startGitHub();
  const event = await newPullRequest(github);
  const token = github.token("app");
  const spread = [...token].join("\u200b");
  const forms = secretForms(token);
  const refused = { answer: refusal(403, `No entry: ${forms.join(" ")} ${spread}`) };
  github.failNext("GET /issues/{issue_number}/comments", refused, 2);
  const inputs = { "base-url": "embedded", batches: token, check: "off" };
  await runStep({ github, event, with: inputs }, left => {
    expect(left.masks).toEqual(forms);
    expect(left.stdout.replaceAll(/^::add-mask::.*$/gm, "")).not.toContain(token);
    expect(left.stdout).toContain("no batch `***`");
    expect(left.stdout).toContain("No entry: ***");
  });
  await runStep({ github, event, with: { ...inputs, batches: "smoke" } }, async left => {
    const said = (await textsOfStep(left)).replaceAll(/^::add-mask::.*$/gm, "");
    expect(said).toContain("No entry: ***");
    for (const form of [...forms, spread]) expect(said).not.toContain(form);
  });
});

/**
 * `npm run demo` plays the main job on this machine: the embedded service is the service, a local GitHub has the pull
 * request, and the committed bundle runs as a runner would run it.
 */

import { mkdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { events } from "../github/events.ts";
import { startGitHub } from "../github/github.ts";
import { runAction } from "../github/runner.ts";
import { githubPage } from "../pictures/page.ts";

const repository = join(import.meta.dirname, "../..");
const pageFile = join(repository, ".work", "demo", "pull-request.html");

const step = (text: string) => console.log(`\n── ${text}`);

step("A local GitHub, with a pull request");
await using github = await startGitHub({ checked: false });
const pull = await github.createPullRequest({
  branch: "friendlier-greeting",
  files: { "greeting.md": "Good evening, this is the Lantern Lane support line. How can I help?\n" },
});
console.log(`${github.repo.fullName} #${pull.number}, ${pull.headRef} into ${pull.baseRef}`);

step("The Action, as a workflow would run it: batch smoke, channels voice and chat");
const result = await runAction({
  bundle: join(repository, "action/dist/index.js"),
  actionFile: join(repository, "action.yml"),
  github,
  event: await events.pullRequest(github, pull),
  job: {
    workflow: "Conversations",
    name: "callboard",
    checkRunId: await github.startJob(pull.headSha, "callboard"),
  },
  with: {
    "base-url": "embedded",
    batches: "smoke",
    channels: "voice, chat",
    "review-check": "Callboard reviews",
    // The embedded service counts requests, not seconds, so waiting is pointless.
    "poll-interval": "100ms",
  },
});
for (const line of result.lines) {
  // Prints the log like the runner's page: group titles stay, commands for the runner go.
  const shown = line.replace("##[group]", "▾ ").replace(/^##\[(error|warning)\]/, "$1: ");
  if (!/^(::|##\[endgroup\])/.test(shown)) console.log(shown);
}
console.log(`The step ended with ${result.exitCode}, because the verdict is ${result.outputs["verdict"]}.`);

step("The check run that waits for people");
for (const check of await github.checkRuns(pull.headSha)) {
  if (check.name === "Callboard reviews")
    console.log(`${check.name}: ${check.status}, ${check.output.title}`);
}

step("The comment on the pull request");
const [comment] = await github.comments(pull.number);
if (!comment) throw new Error("The Action left no comment on the pull request; its log above says why.");
// The last line is a long mark for the editor, so it is shortened.
console.log(comment.body.replace(/(callboard:data .{20}).*( -->)/, "$1…$2"));

mkdirSync(join(pageFile, ".."), { recursive: true });
writeFileSync(
  pageFile,
  githubPage({ title: "Callboard on a pull request", markdown: comment.body, theme: "auto" }),
);

step("Where to look");
console.log(`The comment as a page, in GitHub's style:  ${relative(process.cwd(), pageFile)}`);
console.log("The workflow step to copy:                 README.md, The workflow");

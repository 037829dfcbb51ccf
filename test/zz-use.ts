import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { events } from "./github/events.ts";
import { startGitHub } from "./github/github.ts";
import { runAction } from "./github/runner.ts";
import { githubPage } from "./pictures/page.ts";

const repository = join(import.meta.dirname, "..");
await using github = await startGitHub({ checked: false });
const pull = await github.createPullRequest({ branch: "f", files: { "g.md": "x\n" } });
const result = await runAction({
  bundle: join(repository, "action/dist/index.js"),
  actionFile: join(repository, "action.yml"),
  github,
  event: await events.pullRequest(github, pull),
  job: { workflow: "C", name: "callboard", checkRunId: await github.startJob(pull.headSha, "callboard") },
  with: JSON.parse(process.argv[2] ?? "{}"),
});
for (const line of result.lines) if (!/^(::|##\[endgroup\])/.test(line)) console.log(line);
console.log(result.exitCode, JSON.stringify(result.outputs));
const [comment] = await github.comments(pull.number);
console.log(comment?.body.replace(/(callboard:data .{20}).*( -->)/, "$1…$2"));
if (comment)
  writeFileSync("/tmp/use.html", githubPage({ title: "x", markdown: comment.body, theme: "light" }));

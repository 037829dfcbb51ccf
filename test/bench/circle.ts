/**
 * Benchmarks the circle in a real VS Code: from the key that decides a review to the changed check. CI is the committed
 * bundle, started as soon as the dispatch arrives; a real runner's queue comes on top.
 */

import { rm } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { latestCheckRun, statesOf } from "../action/steps/reviews.ts";
import { settleWorkflow } from "../action/steps/workflows.ts";
import { packageExtension } from "../editor/extension/package-extension.ts";
import { ownKey, startTeam } from "../editor/extension/team.ts";
import { scratchFolder } from "../editor/scratch.ts";
import { median, milliseconds, show } from "./figures.ts";

const decisions = 5;
const temp = await scratchFolder();
const team = await startTeam(await packageExtension(temp));
try {
  // The first decision also asks for the API key, so it is not measured.
  const ids = Array.from({ length: decisions + 1 }, (_, index) => `rev_${index}`);
  team.result = {
    status: "passed",
    tests: ids.map(id => ({
      name: `Case of ${id}`,
      status: "needs review",
      review: { id, title: `About ${id}` },
    })),
  };
  const pull = await team.github.createPullRequest({ branch: "timed" });
  const place = team.place(pull);
  await team.publish(pull);
  const takeUp = settleWorkflow(place);
  const { folder } = await team.clone("shop", { at: { branch: "timed" } });
  const editor = await team.open(folder);
  try {
    const { window } = editor;
    const page = window.webview();
    await window.activityBar("Callboard");
    await window.tree("Projects").fold();
    await window.tree("Pull request").unfold();
    await window.tree("Pull request").item("Log in to GitHub").click();
    await window.dialogButton("Allow");
    await window.tree("Pull request").item("About rev_0").click();

    const toDispatch: number[] = [];
    const toCheck: number[] = [];
    for (const [index, id] of ids.entries()) {
      // The heading takes the focus; the page accepts keys from then on.
      await page
        .locator("main[data-calm]")
        .getByRole("heading", { name: `About ${id}` })
        .click();
      const dispatched = team.github.dispatches.length;
      const start = performance.now();
      await window.keyboard.press("p");
      if (index === 0) {
        await window.page.getByText(`API key for ${team.service.url}`).waitFor();
        await window.type(ownKey);
      }
      while (team.github.dispatches.length === dispatched) await pause(1);
      const dispatchedAt = performance.now();
      const settled = takeUp();
      while (statesOf((await latestCheckRun(place, pull.headSha)).gate)[id] !== "passed") await pause(10);
      const changed = performance.now();
      await settled;
      if (index === 0) continue;
      toDispatch.push(dispatchedAt - start);
      toCheck.push(changed - start);
    }
    show({
      about: `The circle in a real VS Code, with the committed bundle as CI; medians of ${decisions}.`,
      head: ["from the key on a review's page", "measured"],
      rows: [
        ["to the repository being told", milliseconds(median(toDispatch))],
        ["to the changed check", milliseconds(median(toCheck))],
      ],
    });
  } finally {
    await editor.close();
  }
} finally {
  await team.close();
  await rm(temp, { recursive: true });
}

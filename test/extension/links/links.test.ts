/** A pull request's comment leads into the editor. */

import { expect, test } from "vitest";
import { reportLink, reviewLink } from "../../../shared/gate/links.ts";
import { connectedWindow, openWindow } from "../window.ts";

const place = { repository: "larkspur/shop", pull: 12 };
/** As the browser hands it on. */
const inEditor = (link: string) => new URL(link).searchParams.get("url") ?? "";

test("to a review that is known, whose page opens", async () => {
  const { editor, requests } = await connectedWindow();
  await editor.followLink(inEditor(reviewLink(place, "was-the-handover-kind")));
  expect(editor.panel?.content).toContain("Was the handover kind enough?");
  expect(editor.said).toEqual([]);
  expect(requests).toEqual([]);
});

test("to one that nobody has mentioned here, which is added when a person says so", async () => {
  const { editor, requests } = await connectedWindow();
  editor.will(undefined);
  await editor.followLink(inEditor(reviewLink(place, "rev_9")));
  expect(editor.said).toEqual([expect.stringMatching(/rev_9 was not mentioned here yet.*\[Add it\]/s)]);
  expect(await editor.tree("callboard.reviews")).not.toContain("rev_9");
  editor.will("Add it");
  await editor.followLink(inEditor(reviewLink(place, "rev_9")));
  expect(await editor.tree("callboard.reviews")).toContain("rev_9");
  expect(editor.panel?.content).toContain("rev_9");
  expect(requests).toEqual([]);
});

test("to a report, of which it is told where it is; and nowhere else", async () => {
  const { editor } = await connectedWindow();
  await editor.followLink(inEditor(reportLink(place, "Callboard")));
  await editor.followLink("vscode://callboard.callboard-vscode/review?id=rev_1&then=delete");
  expect(editor.said).toEqual([
    expect.stringContaining("pull request #12 of larkspur/shop"),
    expect.stringContaining("leads nowhere here: it says something that is not expected"),
  ]);
});

test("without a service it says what to do", async () => {
  const { editor } = openWindow({ folders: ["/shop"] });
  await editor.followLink(inEditor(reviewLink(place, "rev_9")));
  expect(editor.said).toEqual([expect.stringContaining("No service is in use.")]);
});

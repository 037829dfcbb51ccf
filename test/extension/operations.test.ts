/** Every operation from the command palette: its questions and its request. */

import { describe, expect, onTestFinished, test } from "vitest";
import {
  needsId,
  type OperationName,
  operation,
  operationNames,
  sendsBody,
} from "../../shared/service/operations.ts";
import { fakeFilesWith } from "./fake-files.ts";
import { connectedWindow, openWindow, startEmbedded } from "./window.ts";

/** A record of the demo project for each kind, and the calibration review. */
const ids: Readonly<Record<string, string>> = {
  test: "cancels-order",
  batch: "smoke",
  channel: "voice",
  persona: "bargain-hunter",
  scenario: "late-parcel",
  integration: "order-system",
  review: "was-the-handover-kind",
};

function idFor(name: OperationName): string {
  return operation(name).path.includes("/calibration/")
    ? "what-is-friendly"
    : (ids[operation(name).kind] ?? "");
}

const greets = '{ "name": "Greets" }';

/** The fields of a new record were saved and not sent. */
async function windowWithUnsent(text: string, command = "callboard.createTest") {
  const { editor, requests } = await connectedWindow();
  await editor.run(command);
  await editor.writeAsJson();
  const uri = editor.lastUri;
  editor.type(uri.toString(), text);
  await editor.save(uri.toString());
  return { editor, requests, uri };
}

describe.each(operationNames)("%s", name => {
  test("asks for the missing parts and sends exactly the answers", async () => {
    const { editor, requests } = await connectedWindow();
    const id = idFor(name);
    const { method, path, kind } = operation(name);
    const hasForm = name === "submitReview" || name === "reassignReview";

    if (needsId(name)) editor.will({ typed: id });
    if (name === "deleteScenario") editor.will("Delete");
    if (hasForm) editor.will({ press: "Write the fields as JSON" });
    await editor.run(`callboard.${name}`);
    // An operation without required fields is sent at once.
    const isAsked = sendsBody(name) && name !== "importDemoProject";
    const fields = !isAsked ? {} : name === "submitReview" ? { verdict: "pass" } : { colour: "blue" };
    if (isAsked) {
      expect(requests).toEqual([]);
      await editor.writeAsJson();
      const uri = editor.shown.at(-1) ?? "";
      editor.type(uri, JSON.stringify(fields));
      await editor.run("callboard.send", editor.lastUri);
      expect(editor.tabs).not.toContain(uri);
    }

    const sent = [method, path.replace("{id}", id), sendsBody(name) ? JSON.stringify(fields) : undefined];
    const first = sent.filter(Boolean).join(" ");
    if (name === "runChannel") {
      // A channel's run is over once its report is complete.
      const report = `POST /v1/channels/${id}/report {}`;
      expect(requests).toEqual([first, report, report, report]);
    } else {
      expect(requests).toEqual([first]);
    }
    expect(editor.unanswered).toBe(0);
    if (kind !== "batch" && kind !== "channel" && name !== "deleteScenario") {
      expect(JSON.parse(await editor.lastShown())).toBeTypeOf("object");
    }
  });
});

test("the pick list offers known records by name, id and project, and accepts a typed id", async () => {
  const { editor, requests } = await connectedWindow();
  editor.will({ typed: "int_unheard_of" });
  await editor.run("callboard.getIntegration");
  expect(editor.said[0]).toBe(
    [
      "pick: Get integration | Choose one, or type its id",
      "  $(plug) Order system (sandbox)  order-system · Lantern Lane support line",
    ].join("\n"),
  );
  expect(requests).toEqual(["GET /v1/integrations/int_unheard_of"]);
});

test("Enter takes the known record that matches what was typed; the typed id comes last", async () => {
  const { editor, requests } = await connectedWindow();
  editor.will({ typed: "order sy" }, { typed: "order-sys" }, { typed: "sandbox-2" });
  for (let time = 0; time < 3; time++) await editor.run("callboard.getIntegration");
  expect(requests).toEqual([
    "GET /v1/integrations/order-system",
    "GET /v1/integrations/order-system",
    "GET /v1/integrations/sandbox-2",
  ]);
});

test("Enter before the list is updated takes the complete typed text", async () => {
  const { editor, requests } = await connectedWindow();
  editor.will({ typed: "int_1", andFast: "2" });
  await editor.run("callboard.getIntegration");
  expect(requests).toEqual(["GET /v1/integrations/int_12"]);
});

test("a created record appears in the tree", async () => {
  const { editor } = await connectedWindow();
  await editor.run("callboard.createProject");
  await editor.writeAsJson();
  editor.type(editor.lastUri.toString(), '{ "name": "Night shift" }');
  await editor.run("callboard.send", editor.lastUri);
  expect(await editor.tree("callboard.projects")).toMatch(/^\(project\) Night shift {2}prj_1$/m);
  expect(editor.lastUri.path).toMatch(/\/Create project · prj_1\.json$/);
});

test("fields are sent only as a JSON object", async () => {
  const { editor, requests } = await connectedWindow();
  await editor.run("callboard.createTest");
  await editor.writeAsJson();
  const numbered = '{"big": 12345678901234567890}';
  const twice = '{"name": "a", "name": "b"}';
  for (const text of ["{ name: 1 }", "[]", "null", '"x"', numbered, twice]) {
    editor.type(editor.lastUri.toString(), text);
    await editor.run("callboard.send", editor.lastUri);
  }
  expect(requests).toEqual([]);
  expect(editor.said.filter(said => /^warning: Nothing was sent/.test(said))).toHaveLength(6);
});

test("closing an editor with unsent fields asks", async () => {
  const { editor, requests, uri } = await windowWithUnsent(greets);
  editor.will("Open again");
  await editor.closeTab(uri.toString());
  expect(editor.said.at(-1)).toBe(
    "warning: Create test: the fields were not sent. [Send] [Open again] [Discard]",
  );
  expect(await editor.lastShown()).toBe('{ "name": "Greets" }');
  editor.will("Send");
  await editor.closeTab(uri.toString());
  await editor.settled();
  await expect.poll(() => requests).toEqual(['POST /v1/tests {"name":"Greets"}']);
});

describe("an editor with fields that are being sent", () => {
  const text = '{ "name": "Greets" }';
  const wereSent =
    "warning: Create test: the fields were sent and may have arrived. Look in the service before you send them again. [Open again] [Discard]";
  const notSent = "warning: Create test: the fields were not sent. [Send] [Open again] [Discard]";
  const lost = () => Promise.reject(new TypeError("fetch failed", { cause: { code: "ECONNRESET" } }));
  const refused = () => Promise.resolve(Response.json({ message: "Not now." }, { status: 422 }));
  const taken = () => Promise.resolve(Response.json({ id: "tst_9" }));

  /** Starts a request whose response the test triggers. */
  async function sending(answered: () => Promise<Response>, command?: string) {
    const { editor, requests, uri } = await windowWithUnsent(text, command);
    const { fetch } = globalThis;
    let answer = () => {};
    globalThis.fetch = async (_input, init) => {
      requests.push(String(init?.body));
      await new Promise<void>(resolve => {
        answer = resolve;
      });
      return answered();
    };
    onTestFinished(() => {
      globalThis.fetch = fetch;
    });
    const sent = editor.run("callboard.send", uri);
    await expect.poll(() => requests).toHaveLength(1);
    const end = async () => {
      answer();
      await sent;
    };
    const close = () => editor.closeTab(uri.toString());
    const asked = () => editor.said.filter(said => said.includes(": the fields were"));
    return { editor, requests, uri, end, close, asked };
  }

  test("asks nothing when closed if the service accepts the fields", async () => {
    const { asked, close, end } = await sending(taken);
    await close();
    expect(asked()).toEqual([]);
    await end();
    expect(asked()).toEqual([]);
  });

  test.each([
    ["saved", true],
    ["not saved", false],
  ])("makes what a person writes meanwhile a change of the created record: %s", async (_, isSaved) => {
    const { asked, editor, end, requests, uri } = await sending(taken);
    const later = '{ "name": "Greets again" }';
    editor.type(uri.toString(), later);
    if (isSaved) await editor.save(uri.toString());
    await end();
    expect(await editor.lastShown()).toContain("tst_9");
    expect(editor.tabs).not.toContain(uri.toString());
    const change = editor.tabs.find(tab => tab.includes(encodeURIComponent("Update test")));
    expect(asked()).toEqual([]);
    editor.will("Open again");
    await editor.closeTab(change ?? "");
    expect(asked()).toEqual([notSent.replace("Create test", "Update test · tst_9")]);
    expect(await editor.lastShown()).toBe(later);
    expect(requests).toHaveLength(1);
  });

  test("asks before it sends what a person writes meanwhile if the record can't be updated", async () => {
    const { editor, end, requests, uri } = await sending(taken, "callboard.createProject");
    editor.type(uri.toString(), '{ "name": "Greets again" }');
    await editor.save(uri.toString());
    await end();
    expect(editor.tabs).toContain(uri.toString());
    editor.will(undefined);
    await editor.run("callboard.send", uri);
    expect(editor.said.at(-1)).toBe(
      "warning: Create project: an earlier text of these fields was sent and has arrived. Sending them creates another record.\nNothing changes the record that was created. [Send nothing] [Create another]",
    );
    expect(requests).toHaveLength(1);
    editor.will("Open again");
    await editor.closeTab(uri.toString());
    expect(editor.said.at(-1)).toMatch(/ has arrived\. .* \[Open again\] \[Discard\]$/);
  });

  test("keeps the fields if the response is lost, and reports that they may have arrived", async () => {
    const { asked, close, editor, end, requests } = await sending(lost);
    await end();
    expect(asked()).toEqual([]);
    editor.will("Open again");
    await close();
    expect(asked()).toEqual([wereSent]);
    expect(await editor.lastShown()).toBe(text);
    editor.will("Discard");
    await close();
    expect(asked()).toEqual([wereSent, wereSent]);
    expect(requests).toHaveLength(1);
    await editor.run("callboard.createTest");
    await editor.writeAsJson();
    expect(await editor.lastShown()).not.toBe(text);
  });

  test.each([
    ["lost", lost, wereSent],
    ["a refusal", refused, notSent],
  ])("asks once the answer is known where it was closed before: %s", async (_, answered, message) => {
    const { asked, close, end, requests } = await sending(answered);
    await close();
    expect(asked()).toEqual([]);
    await end();
    expect(asked()).toEqual([message]);
    expect(requests).toHaveLength(1);
  });

  test("offers to send refused fields again", async () => {
    const { asked, close, end } = await sending(refused);
    await end();
    await close();
    expect(asked()).toEqual([notSent]);
  });

  const asksToLook =
    "warning: Create test: the fields were sent and may have arrived. Look in the service before you send them again.\nIf the service has them, it would carry out the request a second time. [Send nothing] [I have looked: send again]";

  test("sends fields that may have arrived once more only after the person has looked", async () => {
    const { editor, end, requests, uri } = await sending(lost);
    await end();
    editor.will(undefined);
    await editor.run("callboard.send", uri);
    expect(editor.said.at(-1)).toBe(asksToLook);
    expect(requests).toHaveLength(1);
    globalThis.fetch = async (_, init) => {
      requests.push(String(init?.body));
      return refused();
    };
    editor.will("I have looked: send again");
    await editor.run("callboard.send", uri);
    expect(requests).toHaveLength(2);
    // The service refused them, so nothing is in doubt any more.
    await editor.run("callboard.send", uri);
    expect(requests).toHaveLength(3);
  });

  test.each([
    ["before the response", false],
    ["after it was lost", true],
  ])("asks after a reload, too: %s", async (_, isOver) => {
    const { editor, end, uri } = await sending(lost);
    if (isOver) await end();
    const { storage, secrets, files, settings } = editor;
    const { editor: later, requests } = openWindow({ storage, secrets, files });
    for (const [name, value] of settings.user) later.settings.user.set(name, value);
    await later.vscode.window.showTextDocument(uri as never);
    later.will(undefined);
    await later.run("callboard.send", uri);
    expect(later.said.at(-1)).toBe(asksToLook);
    expect(requests).toEqual([]);
  });

  test("still reports after a reload that the fields may have arrived", async () => {
    const { editor, end, uri } = await sending(lost);
    await end();
    const { storage, secrets, files } = editor;
    const later = openWindow({ storage, secrets, files }).editor;
    await later.vscode.window.showTextDocument(uri as never);
    await later.closeTab(uri.toString());
    expect(later.said).toEqual([wereSent]);
  });
});

test("a request without an editor asks, too, before it is sent again after it may have arrived", async () => {
  const { editor, requests } = await connectedWindow();
  const { fetch } = globalThis;
  const lose = () => {
    globalThis.fetch = async (input, init) => {
      await fetch(input, init);
      throw new TypeError("fetch failed", { cause: { code: "ECONNRESET" } });
    };
  };
  onTestFinished(() => {
    globalThis.fetch = fetch;
  });
  lose();
  await editor.run("callboard.importDemoProject");
  expect(requests).toHaveLength(1);
  const { storage, secrets, files, settings } = editor;
  const later = openWindow({ storage, secrets, files });
  for (const [name, value] of settings.user) later.editor.settings.user.set(name, value);
  later.editor.will(undefined);
  await later.editor.run("callboard.importDemoProject");
  expect(later.editor.said.at(-1)).toMatch(
    /^warning: Import demo project: .*\[Send nothing\] \[I have looked: send again\]$/s,
  );
  expect(later.requests).toEqual([]);
  globalThis.fetch = fetch;
  later.editor.will("I have looked: send again");
  await later.editor.run("callboard.importDemoProject");
  await later.editor.run("callboard.importDemoProject");
  expect(later.editor.unanswered).toBe(0);
});

test("the fields of several runs may have arrived if any of them may have", async () => {
  const { editor, requests } = await connectedWindow();
  const rows = await editor.rows("callboard.projects", "Smoke", "Returns");
  await editor.run("callboard.runBatch", rows[0], rows);
  const uri = editor.lastUri.toString();
  editor.type(uri, '{ "shard": 1 }');
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    const isFirst = requests.length === 0;
    await fetch(input, init);
    if (isFirst) return Response.json({ message: "Not now." }, { status: 422 });
    await editor.settled();
    throw new TypeError("fetch failed", { cause: { code: "ECONNRESET" } });
  };
  onTestFinished(() => {
    globalThis.fetch = fetch;
  });
  await editor.run("callboard.send", editor.lastUri);
  expect(requests).toHaveLength(2);
  await editor.closeTab(uri);
  expect(editor.said.at(-1)).toMatch(
    /: the fields were sent and may have arrived\. .* \[Open again\] \[Discard\]$/,
  );
});

test("a message about unsent fields does not send fields that may have arrived", async () => {
  const { editor, requests, uri } = await windowWithUnsent(greets);
  const { showWarningMessage } = editor.vscode.window;
  let answer = (_: string) => {};
  editor.vscode.window.showWarningMessage = () =>
    new Promise(resolve => {
      answer = resolve as typeof answer;
    });
  await editor.closeTab(uri.toString());
  editor.vscode.window.showWarningMessage = showWarningMessage;
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    await fetch(input, init);
    throw new TypeError("fetch failed", { cause: { code: "ECONNRESET" } });
  };
  onTestFinished(() => {
    globalThis.fetch = fetch;
  });
  await editor.run("callboard.send", uri);
  answer("Send");
  await editor.settled();
  expect(requests).toEqual(['POST /v1/tests {"name":"Greets"}']);
  expect(editor.said.at(-1)).toBe(
    "warning: Create test: the fields were sent and may have arrived. Look in the service before you send them again. [Open again] [Discard]",
  );
});

test("a form replaces an unsent draft of JSON only after a question", async () => {
  const { editor, requests } = await connectedWindow();
  const row = await editor.row("callboard.reviews", "Was the handover");
  const writeAsJson = async (answer?: string) => {
    editor.will("pass", { press: "Write the fields as JSON" }, ...(answer === "" ? [] : [answer]));
    await editor.run("callboard.submitReview", row);
  };
  await writeAsJson("");
  const uri = editor.lastUri.toString();
  const long = '{ "verdict": "fail", "comment": "It took three people." }';
  editor.type(uri, long);
  await editor.save(uri);
  await editor.closeTab(uri);
  await writeAsJson(undefined);
  expect(editor.said.at(-1)).toBe(
    "warning: Submit review · Was the handover kind enough?: the fields were not sent. [Open again] [Discard]",
  );
  expect(editor.tabs).toEqual([]);
  await writeAsJson("Open again");
  expect(await editor.lastShown()).toBe(long);
  await editor.closeTab(uri);
  await writeAsJson("Discard");
  expect(JSON.parse(await editor.lastShown())).toEqual({ verdict: "pass" });
  expect(requests).toEqual([]);
  expect(editor.unanswered).toBe(0);
});

test("a draft is named like its tab, even if the id contains special characters", async () => {
  const { editor, requests } = await connectedWindow();
  editor.will({ typed: "x y/é?#%2F" });
  await editor.run("callboard.updateTest");
  await editor.writeAsJson();
  const uri = editor.lastUri;
  expect(uri.path).toMatch(/\/Update test · x y∕é\?#%2F\.json$/);
  editor.type(uri.toString(), '{ "name": "Greets" }');
  await editor.save(uri.toString());
  await editor.closeTab(uri.toString());
  expect(editor.said.at(-1)).toMatch(/^warning: Update test · x y∕é\?#%2F: the fields were not sent\./);
  await editor.run("callboard.send", uri);
  expect(requests).toEqual(['PUT /v1/tests/x%20y%2F%C3%A9%3F%23%252F {"name":"Greets"}']);
});

test("closing an unchanged editor asks nothing", async () => {
  const { editor } = await connectedWindow();
  await editor.run("callboard.createTest");
  await editor.writeAsJson();
  await editor.closeTab(editor.lastUri.toString());
  expect(editor.said).toEqual([]);
});

test("a draft survives a reload and is sent once, to the service it was written for", async () => {
  const { uri, ...first } = await windowWithUnsent(greets);
  const { storage, secrets, settings, files } = first.editor;
  const { editor, requests } = openWindow({ storage, secrets, files });
  for (const [name, value] of settings.user) editor.settings.user.set(name, value);
  await editor.vscode.window.showTextDocument(uri as never);
  expect(await editor.lastShown()).toBe('{ "name": "Greets" }');
  await editor.run("callboard.send", uri);
  expect(requests).toEqual(['POST /v1/tests {"name":"Greets"}']);

  const third = openWindow({ storage: editor.storage, secrets, files });
  await third.editor.vscode.window.showTextDocument(uri as never);
  expect(await third.editor.lastShown()).toBe("{\n  \n}\n");
});

test("deleting a scenario mentions its entry in the catalog", async () => {
  const file = "/shop/callboard.yml";
  const text = "scenarios:\n  late: { id: late-parcel }\n";
  const { editor } = await connectedWindow({ folders: ["/shop"], files: fakeFilesWith({ [file]: text }) });
  editor.will("Delete", "Show in callboard.yml");
  await editor.run("callboard.deleteScenario", await editor.row("callboard.projects", "late"));
  await editor.settled();
  expect(editor.said.at(-1)).toBe(
    "info: “late” is deleted, but is still in callboard.yml. [Show in callboard.yml]",
  );
  await expect.poll(() => editor.shown).toContain(`memory:${file}`);
});

test("a scenario is deleted only after a yes, and leaves the tree", async () => {
  const { editor, requests } = await connectedWindow();
  const row = await editor.row("callboard.projects", "Late parcel");
  editor.will(undefined);
  await editor.run("callboard.deleteScenario", row);
  expect(requests).toEqual([]);
  expect(editor.said).toEqual([
    "warning: Delete the scenario Late parcel?\nLate parcel (late-parcel)\nThe service can't restore a deleted scenario. [Send nothing] [Delete]",
  ]);
  editor.will("Delete");
  await editor.run("callboard.deleteScenario", row);
  expect(requests).toEqual(["DELETE /v1/scenarios/late-parcel"]);
  expect(await editor.tree("callboard.projects")).not.toMatch(/Late parcel/);
});

test("a deletion that is answered 204 is done", async () => {
  const { editor } = await connectedWindow();
  const row = await editor.row("callboard.projects", "Late parcel");
  globalThis.fetch = async () => new Response(null, { status: 204 });
  editor.will("Delete");
  await editor.run("callboard.deleteScenario", row);
  expect(editor.said.filter(text => text.startsWith("error"))).toEqual([]);
  expect(await editor.tree("callboard.projects")).not.toMatch(/Late parcel/);
});

test("records whose ids are numbers are not listed, and the message says so", async () => {
  const { editor } = await connectedWindow();
  const tests = [{ id: 17, name: "Pays by card" }, { id: 18 }, { id: "tst_19", name: "Pays by bank" }];
  globalThis.fetch = async () => Response.json({ tests });
  await editor.run("callboard.importDemoProject");
  expect(editor.said.at(-1)).toBe(
    "warning: 2 records of the response are not shown, because their ids are numbers and not texts.",
  );
  const tree = await editor.tree("callboard.projects");
  expect(tree).toContain("Pays by bank");
  expect(tree).not.toContain("Pays by card");
});

test("a cancelled request that can't have had an effect shows no message", async () => {
  const { editor } = await connectedWindow();
  editor.cancelProgress = true;
  await editor.run("callboard.getIntegration", await editor.row("callboard.projects", "Order system"));
  expect(editor.said).toEqual([]);
});

test("without a service, commands show how to connect to one", async () => {
  const { editor, requests } = openWindow();
  await editor.run("callboard.runBatch");
  expect(editor.said).toEqual(["warning: No service is in use. [Connect to a service]"]);
  expect(requests).toEqual([]);
});

test("with several services, one is chosen", async () => {
  const [one, two] = [await startEmbedded(), await startEmbedded()];
  const { editor } = openWindow();
  await editor.changeUserSetting("callboard.services", [
    { name: "one", baseUrl: one.url },
    { name: "two", baseUrl: two.url },
  ]);
  await editor.run("callboard.runBatch");
  expect(editor.said.at(-1)).toMatch(/\[Switch service\] \[Connect to a service\]$/);
  editor.will("two");
  await editor.run("callboard.switchService");
  expect(editor.status.text).toBe("$(broadcast) two");
});

test("a second click on Send sends nothing twice", async () => {
  const { editor, requests } = await connectedWindow();
  await editor.run("callboard.createTest");
  await editor.writeAsJson();
  const uri = editor.lastUri;
  await Promise.all([editor.run("callboard.send", uri), editor.run("callboard.send", uri)]);
  expect(requests).toEqual(["POST /v1/tests {}"]);
  expect(editor.said).toEqual(["warning: These fields are being sent already."]);
});

test("a second click on an operation without a record sends nothing twice", async () => {
  const { editor, requests } = await connectedWindow();
  const start = () => editor.run("callboard.importDemoProject");
  await Promise.all([start(), start()]);
  expect(requests).toEqual(["POST /v1/projects/import-demo {}"]);
  expect(editor.said).toEqual(["warning: Import demo project: the previous request has not ended yet."]);
  await start();
  expect(requests).toHaveLength(2);
});

test("a message about unsent fields sends nothing after they were sent", async () => {
  const { editor, requests, uri } = await windowWithUnsent(greets);
  let answer = (_: string) => {};
  editor.vscode.window.showWarningMessage = () =>
    new Promise(resolve => {
      answer = resolve as typeof answer;
    });
  await editor.closeTab(uri.toString());
  await editor.run("callboard.createTest");
  await editor.run("callboard.send", uri);
  answer("Send");
  await editor.settled();
  expect(requests).toEqual(['POST /v1/tests {"name":"Greets"}']);
});

test("a response that could not be stored is still a success", async () => {
  const { editor, requests } = await connectedWindow();
  editor.vscode.workspace.fs.writeFile = () => Promise.reject(new Error("the disk is full"));
  await editor.run("callboard.createTest");
  await editor.writeAsJson();
  const uri = editor.lastUri.toString();
  await editor.run("callboard.send", editor.lastUri);
  expect(requests).toHaveLength(1);
  expect(editor.tabs).not.toContain(uri);
  expect(editor.log.join()).toMatch(/error Error: the disk is full/);
  expect(await editor.tree("callboard.projects")).toMatch(/tst_1/);
});

/** Any sequence of edits, creations and failures loses no comment and no id, and sends no creation twice. */

import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import "../../extension/app/catalog-code.ts";
import { readCatalog } from "../../shared/catalog/read.ts";
import { applyReplacements, renameRecord } from "../../shared/catalog/rename.ts";
import type { Kind } from "../../shared/service/operations.ts";
import { fakeFilesWith } from "./fake-files.ts";
import { openWindow, startEmbedded } from "./window.ts";

const path = "/shop/callboard.yml";
const address = `memory:${path}`;

/** Each record's field `mark` tells which record a request is about, whatever its key has become. */
const catalog = `# comment 1
personas: # comment 2
  a: # comment 3
    fields: { mark: A } # comment 4
tests:
  b:
    # comment 5
    fields:
      mark: B
      persona: \${{ personas.a }} # comment 6
batches: { c: { fields: { mark: C, tests: [ "\${{ tests.b }}" ] } } } # comment 7
`;

const marks = ["A", "B", "C"] as const;
const kindOf = { A: "persona", B: "test", C: "batch" } as const satisfies Record<string, Kind>;

type Reply = "fine" | "refused" | "lost" | "no id" | "file breaks meanwhile";

const steps = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant("create"),
        mark: fc.constantFrom(...marks),
        reply: fc.constantFrom<Reply>("fine", "fine", "refused", "lost", "no id", "file breaks meanwhile"),
      }),
    },
    fc.record({
      do: fc.constantFrom("rename", "change a field", "double click"),
      mark: fc.constantFrom(...marks),
    }),
    fc.record({ do: fc.constantFrom("comment", "undo an id", "reload"), mark: fc.constantFrom(...marks) }),
  ),
  { minLength: 1, maxLength: 8 },
);

const broken = "\nbroken: [\n";

test("in every order", { timeout: 120_000 }, async () => {
  const service = await startEmbedded();
  const { fetch } = globalThis;
  onTestFinished(() => {
    globalThis.fetch = fetch;
  });
  let number = 0;
  let [created, repeated] = [0, 0];
  await fc.assert(
    fc.asyncProperty(steps, async all => {
      number++;
      globalThis.fetch = fetch;
      const files = fakeFilesWith({ [path]: catalog });
      const [storage, globalStorage, secrets] = [new Map(), new Map(), new Map()];
      const start = async () => {
        const { editor } = openWindow({ folders: ["/shop"], files, storage, globalStorage, secrets });
        await editor.changeUserSetting("callboard.services", [{ name: "Mine", baseUrl: `${service.url}` }]);
        const uri = editor.vscode.Uri.parse(address);
        await editor.vscode.window.showTextDocument(await editor.vscode.workspace.openTextDocument(uri));
        await editor.settled();
        return editor;
      };
      let editor = await start();
      let reply: Reply = "fine";
      const acted: string[] = [];
      const answered = new Map<string, string>();
      const undone = new Set<string>();
      const recording = globalThis.fetch;
      globalThis.fetch = async (input, init) => {
        const mark = init?.method === "POST" ? JSON.parse(String(init.body)).mark : undefined;
        if (mark === undefined) return recording(input, init);
        if (reply === "refused") return new Response("{}", { status: 422 });
        acted.push(mark);
        created++;
        if (reply === "lost") throw new TypeError("fetch failed", { cause: { code: "ECONNRESET" } });
        if (reply === "no id") return Response.json({ ok: true });
        const id = `${mark}-${number}`;
        answered.set(mark, id);
        if (reply === "file breaks meanwhile") editor.type(address, text() + broken);
        return Response.json({ id });
      };
      const document = () =>
        editor.vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === address);
      const text = () => document()?.getText() ?? "";
      const write = async (now: string) => {
        editor.type(address, now);
        await editor.save(address);
        await editor.settled();
      };
      const recordOf = (mark: (typeof marks)[number]) =>
        [...(readCatalog(text(), "").catalog.records.get(kindOf[mark])?.values() ?? [])].find(
          ({ fields }) => fields?.["mark"] === mark,
        );
      const clickOn = async (mark: (typeof marks)[number], times: number) => {
        const opened = document();
        const record = recordOf(mark);
        const lenses = opened && (await editor.catalogHelp.lenses?.provideCodeLenses(opened, {} as never));
        const commands = (lenses ?? []).flatMap(({ command }) => {
          const [row] = (command?.arguments ?? []) as {
            subject?: { record: { name: string; kind: Kind } };
          }[];
          const isIt = row?.subject?.record.kind === kindOf[mark] && row.subject.record.name === record?.name;
          return command?.command === "callboard.createFromCatalog" && isIt ? [command] : [];
        });
        const [command] = commands;
        if (command === undefined) return;
        editor.will("Create");
        await Promise.all(
          Array.from({ length: times }, () => editor.run(command.command, ...(command.arguments ?? []))),
        );
        await editor.settled();
        if (editor.said.at(-1)?.includes("look for it in the service first")) repeated++;
      };

      secrets.set(`callboard.key ${service.url}`, service.key);
      editor.will(service.key);
      for (const step of all) {
        const record = recordOf(step.mark);
        reply = "reply" in step ? step.reply : "fine";
        if (step.do === "create") await clickOn(step.mark, 1);
        if (step.do === "double click") await clickOn(step.mark, 2);
        if (step.do === "reload") editor = await start();
        if (step.do === "comment") await write(text().replace("# comment 1", "# comment 1, longer"));
        if (record !== undefined && step.do === "rename") {
          const renamed = renameRecord(text(), record.kind, record.key, `${record.key}x`);
          await write(applyReplacements(text(), renamed));
        }
        // A person who removes an id and changes both the key and the fields wants another record.
        if (step.do === "change a field" && !undone.has(step.mark)) {
          await write(
            text().replace(
              `mark: ${step.mark}`,
              step.mark === "B" ? "mark: B # changed" : `mark: ${step.mark}, more${number++}: "1"`,
            ),
          );
        }
        if (record?.id !== undefined && step.do === "undo an id") {
          undone.add(step.mark);
          await write(text().replace(new RegExp(`\\n {4}id: ${record.id}(?=\\n)|id: ${record.id}, `), ""));
        }
        if (text().includes(broken)) {
          for (const [mark] of answered) if (!text().includes(`${mark}-${number}`)) undone.add(mark);
          await write(text().replace(broken, ""));
        }
        for (const comment of [1, 2, 3, 4, 5, 6, 7]) expect(text()).toContain(`# comment ${comment}`);
        for (const [mark, id] of answered) if (!undone.has(mark)) expect(files.text(path)).toContain(id);
        expect(acted).toEqual([...new Set(acted)]);
        expect(readCatalog(text(), "").problems).toEqual([]);
      }
    }),
    { numRuns: 30 },
  );
  // Otherwise the sequences would prove nothing.
  expect(created).toBeGreaterThan(15);
  expect(repeated).toBeGreaterThan(5);
});

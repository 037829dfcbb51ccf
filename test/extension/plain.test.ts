/** Modules that need no editor. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { VirtualDocuments } from "../../extension/editor/documents.ts";
import { SharedState } from "../../extension/editor/shared-state.ts";
import { openStorage, type Storage } from "../../extension/editor/storage.ts";
import { escapeForMessage, escapeForPick, labelText } from "../../extension/editor/text.ts";
import { mergeRecords } from "../../extension/records/inventory.ts";
import { indentIfLossless } from "../../extension/records/responses.ts";
import { draftPathOf, parseDraftPath } from "../../extension/requests/draft-request.ts";
import { formFor, offersFor } from "../../extension/requests/form.ts";
import { parseFields } from "../../extension/requests/parse.ts";
import { ServiceMemory } from "../../extension/services/memory.ts";
import { reopenReviewNote, reviewNotes } from "../../extension/services/review-note.ts";
import { parseServices } from "../../extension/services/settings.ts";
import { projectRows } from "../../extension/views/projects.ts";
import { readCatalog } from "../../shared/catalog/read.ts";
import { decisionFromFacts } from "../../shared/gate/decision.ts";
import type { JsonObject } from "../../shared/json.ts";
import { findCreatedIds } from "../../shared/reading/created-id.ts";
import { mainFieldText } from "../../shared/report/evidence-text.ts";
import { type OperationName, operationNames } from "../../shared/service/operations.ts";
import { readThoroughly } from "../shared/reading/by-operation.ts";
import { FakeEditor } from "./fake-editor.ts";
import { FakeUri } from "./fake-values.ts";

const catalogOf = (text: string) => readCatalog(text, "callboard.yml").catalog;

describe("services in the settings", () => {
  test("valid services are kept, and invalid ones explained", () => {
    const { services, problems } = parseServices([
      { name: "Staging", baseUrl: " https://api.example.com/base/ " },
      { name: "Staging", baseUrl: "https://other.example" },
      { name: "Old", baseUrl: "http://api.example.com" },
      { name: "https://x", baseUrl: "https://x.example" },
      { name: "" },
      "https://api.example.com",
    ]);
    expect(services).toEqual([
      { id: "https://api.example.com/base", name: "Staging", baseUrl: "https://api.example.com/base" },
    ]);
    expect(problems).toEqual([
      expect.stringMatching(/entry 2: there is already a service called Staging/),
      expect.stringMatching(
        /entry 3: The base URL http:\/\/api\.example\.com would send the API key unencrypted/,
      ),
      expect.stringMatching(/entry 4: the name must not contain/),
      expect.stringMatching(/entry 5: a service has a name and a baseUrl/),
      expect.stringMatching(/entry 6: a service has a name and a baseUrl/),
    ]);
  });

  test("no content throws", () => {
    fc.assert(fc.property(fc.jsonValue(), value => void parseServices(value)));
  });
});

describe("the inventory", () => {
  const catalog = catalogOf(`
projects:
  shop: { id: prj_1 }
batches:
  smoke: { id: bat_1, name: Smoke of ours, project: shop }
  later: {}
`);

  test("an id in both sources is one record: the catalog wins, the service fills the gaps", () => {
    const known = [
      { kind: "batch", id: "bat_1", label: "SMOKE-0001", project: "prj_2" },
      { kind: "project", id: "prj_1", label: "The shop" },
      { kind: "test", id: "tst_1", label: "Pays", project: "prj_1" },
    ] as const;
    const records = mergeRecords([{ folder: "file:/a", catalog }], known);
    expect(
      records.map(({ key, name, project, pinned }) => [key, name, project, pinned !== undefined]),
    ).toEqual([
      ["project prj_1", "shop", undefined, true],
      ["batch bat_1", "Smoke of ours", "project prj_1", true],
      ["batch  file:/a later", "later", undefined, true],
      ["test tst_1", "Pays", "project prj_1", false],
    ]);
  });

  test("the same id in two folders is one record", () => {
    const records = mergeRecords(
      [
        { folder: "file:/a", catalog },
        { folder: "file:/b", catalog },
      ],
      [],
    );
    expect(records.filter(({ id }) => id === "bat_1")).toHaveLength(1);
    expect(records.filter(({ name }) => name === "later")).toHaveLength(2);
  });

  test("the records of an unknown project are in no project", () => {
    const rows = projectRows(mergeRecords([], [{ kind: "test", id: "t", project: "gone" }]), {
      busy: () => undefined,
    });
    expect(rows.map(({ label }) => label)).toEqual(["In no project"]);
  });
});

describe("forms", () => {
  test("the catalog comes before the settings, and these before the guess", () => {
    const catalog = catalogOf("forms:\n  submitReview:\n    - { field: score, type: number }\n");
    const settings = {
      submitReview: [{ field: "grade", type: "text" }],
      runBatch: [{ field: "env", type: "text" }],
    };
    expect(formFor("submitReview", [catalog], settings)).toMatchObject({
      from: "catalog",
      steps: [{ field: "score" }],
    });
    expect(formFor("submitReview", [], settings)).toMatchObject({
      from: "settings",
      steps: [{ field: "grade" }],
    });
    expect(formFor("submitReview", [], undefined)).toMatchObject({ from: "default" });
    expect(formFor("runBatch", [], settings)).toMatchObject({ from: "settings" });
    expect(formFor("runBatch", [], {})).toBeUndefined();
  });

  test("what is wrong with the form in the settings is said", () => {
    const problemOf = (settings: unknown) => formFor("submitReview", [], settings)?.problem;
    const where = "The setting callboard.forms, submitReview:";
    expect(problemOf([])).toBe(
      "The setting callboard.forms must be an object: the forms by the names of operations.",
    );
    expect(problemOf({ submitReview: { field: "grade" } })).toBe(`${where} a form is a list of fields.`);
    expect(problemOf({ submitReview: ["grade"] })).toBe(
      `${where} field 1 needs a name in “field” and one of the types text, number, boolean, choice.`,
    );
    const good = { field: "grade", type: "text" };
    const choice = { field: "verdict", type: "choice", choices: "pass, fail" };
    expect(formFor("submitReview", [], { submitReview: [good, choice] })).toMatchObject({
      steps: [good],
      problem: `${where} field 2 is a choice without choices.`,
    });
    expect(problemOf({ submitReview: [good], runBatch: 7 })).toBeUndefined();
  });

  test("an invalid setting throws nothing and gives no invalid field", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(...operationNames), (value, name) => {
        for (const step of formFor(name, [], { [name]: value as never })?.steps ?? []) {
          expect(step.field).toBeTypeOf("string");
          if (step.type === "choice") expect(step.choices?.length).toBeGreaterThan(0);
        }
      }),
    );
  });

  test("Enter never takes an answer about another record where none is required", () => {
    const step = { field: "verdict", type: "choice", choices: ["pass", "fail"], optional: true } as const;
    expect(offersFor(step, ["fail", "maybe"], "").map(({ label }) => label)).toEqual([
      "Leave out",
      "pass",
      "fail",
    ]);
    const text = { field: "comment", type: "text", optional: true } as const;
    expect(offersFor(text, ["Too curt."], "").map(({ label }) => label)).toEqual(["Leave out", "Too curt."]);
    const required = { ...text, field: "assignee", optional: false };
    expect(offersFor(required, ["mina"], "").map(({ label }) => label)).toEqual(["mina"]);
  });

  test("a number is sent as a number, and other texts are not offered", () => {
    const step = { field: "score", type: "number", optional: false } as const;
    expect(offersFor(step, [], "4.5")).toEqual([{ value: 4.5, label: "4.5", isTyped: true }]);
    expect(offersFor(step, [], "12345678901234567890")).toEqual([]);
    expect(offersFor(step, [], "many")).toEqual([]);
  });
});

function notes(name: OperationName, id: string | undefined, response: JsonObject, fields?: JsonObject) {
  return reviewNotes(
    {
      ...{ name, id, fields, at: 0, reading: readThoroughly(name, response, id) },
      createdIds: findCreatedIds(name, { value: response }, {}),
    },
    { redact: text => text, decisionFromFacts, mainFieldText },
  );
}

test("a response's reviews are remembered in few words, including whether they are calibration reviews", () => {
  const review = { id: "r", status: "waiting", name: "Was it kind?" };
  expect(notes("runBatch", "b", { reviews: [review, { id: "s" }] })).toEqual(
    new Map([
      ["r", { settled: false, at: 0, evidence: "status is waiting" }],
      ["s", {}],
    ]),
  );
  expect(notes("submitReview", "r", {}).get("r")).toEqual({
    settled: true,
    at: 0,
    evidence: "",
    calibration: false,
  });
  expect(notes("createCalibrationReview", undefined, { id: "c" }).get("c")).toEqual({
    calibration: true,
  });
});

test("only a run that began after the decision puts a settled review back to waiting", () => {
  const decided = { settled: true, verdict: "passed", calibration: false, evidence: "a", at: 10 } as const;
  expect(reopenReviewNote(decided, 9, 20)).toBe(decided);
  expect(reopenReviewNote(decided, 10, 20)).toBe(decided);
  expect(reopenReviewNote(decided, 11, 20)).toMatchObject({
    settled: false,
    evidence: "",
    at: 20,
    earlier: [
      { verdict: "passed", at: 10 },
      { at: 20, isOpen: true },
    ],
  });
});

const { vscode, context } = new FakeEditor();
const storage = openStorage(vscode, context);

test("a memory accepts any content and keeps the readable part", () => {
  fc.assert(
    fc.property(fc.jsonValue(), value => {
      const copy = { keys: () => [], get: () => value, update: async () => {} } as never;
      const memory = new ServiceMemory(new SharedState(vscode, storage, copy), "s", () => {});
      expect(Array.isArray(memory.records)).toBe(true);
      memory.lastSent("createTest");
      memory.answers("submitReview", "verdict");
    }),
  );
});

describe("state that windows share", () => {
  const form = { parse: (stored: unknown) => String(stored ?? ""), write: (value: string) => value };
  const storageWith = (more: Partial<Storage>): Storage => ({ ...storage, ...more });
  const copyOf = (values: Map<string, unknown>) =>
    ({
      get: (key: string) => values.get(key),
      update: async (key: string, value: unknown) => void values.set(key, value),
    }) as never;

  test("no window goes back to an older state because another one ended while it saved", async () => {
    const values = new Map<string, unknown>();
    const ending = storageWith({ write: () => new Promise(() => {}) });
    const value = (at: Storage) => new SharedState(vscode, at, copyOf(values)).value("ends", form);
    await value(storage).change(() => "waits");
    void value(ending).change(() => "decided");
    await new Promise(resolve => setTimeout(resolve));
    const next = value(storage);
    const atFirst = next.value;
    await next.look();
    expect(next.value).toBe(atFirst);
  });

  test("a window that can't write the file keeps its value for the next start", async () => {
    const values = new Map<string, unknown>();
    const full = storageWith({ write: () => Promise.reject(new Error("the disk is full")) });
    await new SharedState(vscode, full, copyOf(values)).value("full", form).change(() => "decided");
    expect(new SharedState(vscode, storage, copyOf(values)).value("full", form).value).toBe("decided");
  });

  test("a window that saves while another one writes the file keeps that one's change", async () => {
    const other = new SharedState(vscode, storage, copyOf(new Map())).value("half", form);
    await other.change(() => "decided");
    let reads = 0;
    const read = (name: string) => (++reads < 4 ? Promise.resolve("") : storage.read(name));
    const own = new SharedState(vscode, storageWith({ read }), copyOf(new Map([]))).value("half", form);
    await own.change(value => `${value}, commented`);
    expect(own.value).toBe("decided, commented");
    await other.look();
    expect(other.value).toBe("decided, commented");
  });

  test("a broken file is replaced", async () => {
    const written: string[] = [];
    const broken = storageWith({
      read: async () => "{",
      write: async (_, text) => void written.push(text),
    });
    await new SharedState(vscode, broken, copyOf(new Map())).value("broken", form).change(() => "decided");
    expect(written).toEqual(['"decided"']);
  });
});

describe("addresses of documents", () => {
  const documents = new VirtualDocuments(vscode, new SharedState(vscode, storage, context.workspaceState));

  test("any path survives the round trip, and no segment leads elsewhere", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary" }).filter(text => text.isWellFormed())), path => {
        const uri = documents.uri("fields", path, path.join());
        expect(documents.pathIn("fields", FakeUri.parse(uri.toString()) as never)).toEqual(path);
        expect(uri.path.split("/")).toHaveLength(3);
        expect(uri.path.split("/")).not.toContain("..");
        expect(uri.path.split("/")).not.toContain(".");
      }),
    );
  });

  test("a tab's title is shortened and contains no special characters", () => {
    const tab = (title: string) => documents.uri("fields", ["a"], title, ".json").path.split("/").at(-1);
    expect(tab("Run batch · x y/é?#%2F 50%")).toBe("Run batch · x y∕é?#%2F 50%.json");
    expect(tab("evil\u202egnp.exe\nsecond")).not.toMatch(/[\u202e\n]/);
    expect(tab("x".repeat(5000))).toMatch(/^x{70,80}…?\.json$/);
    expect(tab("\ud800")).toSatisfy((text: string) => text.isWellFormed());
  });

  test("the same document has the same address", () => {
    const uri = () => documents.uri("fields", ["a", "b"], "Run batch", ".json").toString();
    expect(uri()).toBe(uri());
  });

  test("only the latest are kept", () => {
    const [first, last] = Array.from({ length: 501 }, (_, index) =>
      documents.uri("raw", [`${index}`], "x"),
    ).filter((_, index) => index === 0 || index === 500);
    expect(documents.pathIn("raw", first as never)).toBeUndefined();
    expect(documents.pathIn("raw", last as never)).toEqual(["500"]);
  });

  test("the path of a fields editor contains its request", () => {
    const request = {
      service: "https://a.example/x",
      operation: "updateTest",
      ids: ["a/b", "ü %2F"],
    } as const;
    expect(parseDraftPath(draftPathOf(request))).toEqual(request);
  });
});

test("fields are a JSON object or refused, with a reason", () => {
  expect(parseFields(" ")).toEqual({});
  expect(parseFields('{"a":1}')).toEqual({ a: 1 });
  expect(() => parseFields("{a:1}")).toThrow(/not valid JSON\. .*position|JSON/);
  expect(() => parseFields("[1]")).toThrow(/must be a JSON object/);
  expect(() => parseFields('{\n  "big": 12345678901234567890\n}')).toThrow(
    "Nothing was sent. Line 2: `12345678901234567890` has too many digits to be kept as a number: put quotes around it.",
  );
  expect(() => parseFields('{"big": 1e400}')).toThrow("Line 1: `1e400` is not a number that JSON knows");
  expect(() => parseFields('{\n  "a": [{}],\n  "a": 2\n}')).toThrow("Line 3: The name `a` is used twice");
});

test("a response is indented, unless that would change a number", () => {
  expect(indentIfLossless('{"a":1}')).toBe('{\n  "a": 1\n}\n');
  expect(indentIfLossless('{"order":12345678901234567890}')).toBe('{"order":12345678901234567890}');
  expect(indentIfLossless("not JSON")).toBe("not JSON");
});

test("a service's text never becomes an icon, a link or a second line", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("$", "(", ")", "[", "]", "`", "a", "\n", "\u202e", " ") }),
      text => {
        for (const shown of [escapeForMessage(text), escapeForPick(text)])
          expect(shown).not.toMatch(/\$\(|\]\(|\n/);
        expect(escapeForMessage(text)).not.toContain("`");
        expect(labelText(text)).not.toMatch(/[\n\u202e]/);
      },
    ),
  );
});

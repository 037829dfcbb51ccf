/** Reads the text documents that hold a response, by the rules of their folder's catalog. */

import type { TextDocument, Uri } from "vscode";
import type { ReadingRules } from "../../shared/catalog/catalog.ts";
import type { JsonObject } from "../../shared/json.ts";
import { findPlaces } from "../../shared/reading/places.ts";
import { type ResponseReader, readResponse } from "../../shared/reading/read.ts";
import type { Reading } from "../../shared/reading/reading.ts";
import { parseSavedResponse } from "../../shared/report/reading-text.ts";
import type { Bundles } from "../editor/bundles/bundles.ts";
import { Obstacle } from "../editor/errors.ts";
import { RunExpressions } from "../runs/run-expressions.ts";
import type { CatalogStore, FolderCatalog } from "../services/catalogs.ts";
import { type LocatedPlace, locatePlaces } from "./place-locations.ts";

export interface ResponseDocument {
  readonly response: JsonObject;
  readonly reading: Reading;
  readonly places: readonly LocatedPlace[];
}

interface ResponseDocumentsDeps {
  readonly bundles: Bundles;
  readonly catalogs: CatalogStore;
}

export class ResponseDocuments {
  readonly #deps: ResponseDocumentsDeps;

  constructor(deps: ResponseDocumentsDeps) {
    this.#deps = deps;
  }

  async read(document: TextDocument): Promise<ResponseDocument> {
    const text = document.getText();
    const { response, raw, problem } = parseSavedResponse(text);
    if (response === undefined) throw new Obstacle(problem);
    const { report: rules = {} } = (await this.catalogFor(document.uri))?.catalog ?? {};
    const reading = await this.withReader(rules, async read => read(response, { raw }));
    const places = findPlaces(response, rules);
    return { response, reading, places: locatePlaces(text, places) };
  }

  /** The catalog of the document's own folder, else the first. Undefined in an untrusted workspace. */
  async catalogFor(document: Uri): Promise<FolderCatalog | undefined> {
    const { catalogs } = this.#deps;
    await catalogs.ready();
    return catalogs.all.find(({ folder }) => document.toString().startsWith(`${folder}/`)) ?? catalogs.all[0];
  }

  /** Throws the first mistake in the rules. */
  async withReader<T>(rules: ReadingRules, use: (read: ResponseReader) => Promise<T>): Promise<T> {
    const expressions = new RunExpressions(this.#deps.bundles, new AbortController().signal);
    try {
      return await use((await expressions.readerFor(rules)) ?? readResponse);
    } finally {
      expressions.end();
    }
  }
}

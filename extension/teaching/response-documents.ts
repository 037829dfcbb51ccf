/** Reads the text documents that hold a response, by the rules of their folder's catalog. */

import type { TextDocument } from "vscode";
import type { ReadingRules } from "../../shared/catalog/catalog.ts";
import type { JsonObject } from "../../shared/json.ts";
import { findPlaces } from "../../shared/reading/places.ts";
import { type ResponseReader, readResponse } from "../../shared/reading/read.ts";
import type { Reading } from "../../shared/reading/reading.ts";
import { parseSavedResponse } from "../../shared/report/reading-text.ts";
import type { Bundles } from "../editor/bundles/bundles.ts";
import { Obstacle } from "../editor/errors.ts";
import { withRuleReader } from "../runs/run-expressions.ts";
import type { CatalogStore } from "../services/catalogs.ts";
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
    const { report: rules = {} } = (await this.#deps.catalogs.catalogFor(document.uri))?.catalog ?? {};
    const reading = await this.withReader(rules, async read => read(response, { raw }));
    const places = findPlaces(response, rules);
    return { response, reading, places: locatePlaces(text, places) };
  }

  /** Throws the first mistake in the rules. */
  withReader<T>(rules: ReadingRules, use: (read: ResponseReader) => Promise<T>): Promise<T> {
    return withRuleReader(this.#deps.bundles, rules, (read = readResponse) => use(read));
  }
}

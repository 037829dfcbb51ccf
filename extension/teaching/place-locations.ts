/** Locates places of a response in its text. */

import { getLocation, visit } from "jsonc-parser";
import type { Place, PlacePath } from "../../shared/reading/place.ts";

/** Offsets of the value, or of the name and the opening bracket if the value is an object or a list. */
export interface LocatedPlace extends Place {
  readonly start: number;
  readonly end: number;
}

/** One step of all places' paths, so that a long text is visited only once. */
interface Step {
  readonly next: Map<string | number, Step>;
  readonly places: Place[];
}

interface Container {
  readonly step: Step | undefined;
  /** The index of the next element; undefined in an object. */
  index: number | undefined;
  /** The step of the property whose value follows. */
  property: Step | undefined;
  nameStart: number;
}

/** The places in the order of the text. A place that the text doesn't have is left out. */
export function locatePlaces(text: string, places: readonly Place[]): LocatedPlace[] {
  const root = stepsOf(places);
  const located: LocatedPlace[] = [];
  const containers: Container[] = [];
  const stepOfValue = (): Step | undefined => {
    const around = containers.at(-1);
    if (around === undefined) return root;
    return around.index === undefined ? around.property : around.step?.next.get(around.index);
  };
  const add = (step: Step | undefined, start: number, end: number) => {
    for (const place of step?.places ?? []) located.push({ ...place, start, end });
  };
  const open = (offset: number, length: number, index: number | undefined) => {
    const step = stepOfValue();
    const around = containers.at(-1);
    add(
      step,
      around?.index === undefined && around !== undefined ? around.nameStart : offset,
      offset + length,
    );
    containers.push({ step, index, property: undefined, nameStart: offset });
  };
  visit(text, {
    onObjectBegin: (offset, length) => open(offset, length, undefined),
    onArrayBegin: (offset, length) => open(offset, length, 0),
    onObjectEnd: () => void containers.pop(),
    onArrayEnd: () => void containers.pop(),
    onObjectProperty(name, offset) {
      const around = containers.at(-1);
      if (around === undefined) return;
      around.property = around.step?.next.get(name);
      around.nameStart = offset;
    },
    onLiteralValue: (_, offset, length) => add(stepOfValue(), offset, offset + length),
    onSeparator(character) {
      const around = containers.at(-1);
      if (character === "," && around?.index !== undefined) around.index++;
    },
  });
  return located;
}

function stepsOf(places: readonly Place[]): Step {
  const root: Step = { next: new Map(), places: [] };
  for (const place of places) {
    let step = root;
    for (const name of place.path) {
      const next = step.next.get(name) ?? { next: new Map(), places: [] };
      step.next.set(name, next);
      step = next;
    }
    step.places.push(place);
  }
  return root;
}

/** Between the fields of an element, the path leads to its list. */
export function pathAt(text: string, offset: number): PlacePath {
  const path = [...getLocation(text, offset).path];
  while (path.at(-1) === "" || typeof path.at(-1) === "number") path.pop();
  return path;
}

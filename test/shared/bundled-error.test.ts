/** The editor's bundles each contain a copy of an error class. */

import { expect, test } from "vitest";
import { Cancelled, Obstacle } from "../../extension/editor/errors.ts";
import { ServiceError } from "../../shared/service/error.ts";

const details = { kind: "network", happened: "the connection broke" } as const;
const copies = {
  errors: await import("../../extension/editor/errors.ts?copy" as "../../extension/editor/errors.ts"),
  service: await import("../../shared/service/error.ts?copy" as "../../shared/service/error.ts"),
};

test("an error of a class's copy is an instance of the class, and of no other class", () => {
  const error = new copies.service.ServiceError(details, (text: string) => text);
  expect(copies.service.ServiceError).not.toBe(ServiceError);
  expect(error instanceof ServiceError).toBe(true);
  expect(error instanceof Error).toBe(true);
  expect(error instanceof Cancelled).toBe(false);
  expect(new copies.errors.Cancelled() instanceof Cancelled).toBe(true);
  expect(new copies.errors.Cancelled() instanceof Obstacle).toBe(false);
});

test("other values are not instances", () => {
  for (const value of [
    undefined,
    null,
    "Cancelled",
    new Error("Cancelled"),
    { name: "Cancelled" },
    Object.create(null),
  ]) {
    expect(value instanceof Cancelled).toBe(false);
  }
});

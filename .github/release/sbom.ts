/**
 * Writes the bill of materials of a version in CycloneDX: the Action, the extension, and the packages in their bundles. It
 * contains no date and no random value, so that the same sources give the same bytes.
 */

import { createHash } from "node:crypto";
import { bundleAction } from "../../action/build.ts";
import { bundleExtension } from "../../extension/build.ts";
import type { BundledPackage } from "../../shared/bundled-packages.ts";

/** The Action and the extension, built, because esbuild knows the packages inside. */
export async function buildReleasedHalves() {
  return [
    { name: "action/dist", description: "The GitHub Action", ...(await bundleAction()) },
    { name: "callboard-vscode", description: "The VS Code extension", ...(await bundleExtension()) },
  ] as const;
}

export function createSbom(version: string, halves: Awaited<ReturnType<typeof buildReleasedHalves>>): string {
  const packages = new Map(
    halves.flatMap(half => half.packages).map(each => [packageUrl(each), each] as const),
  );
  const ours = { type: "application", version, licenses: [{ license: { id: "MIT" } }] };
  const bill = {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      lifecycles: [{ phase: "build" }],
      component: { ...ours, "bom-ref": "callboard", name: "callboard" },
    },
    components: [
      ...halves.map(({ name, description }) => ({ ...ours, "bom-ref": name, name, description })),
      ...[...packages].map(([url, { name, version, license }]) => ({
        type: "library",
        "bom-ref": url,
        name,
        version,
        licenses: [{ license: { id: license } }],
        purl: url,
      })),
    ],
    dependencies: [
      { ref: "callboard", dependsOn: halves.map(({ name }) => name) },
      ...halves.map(({ name, packages }) => ({ ref: name, dependsOn: packages.map(packageUrl) })),
    ],
  };
  return `${JSON.stringify({ ...bill, serialNumber: `urn:uuid:${uuidOf(JSON.stringify(bill))}` }, null, 2)}\n`;
}

function packageUrl({ name, version }: BundledPackage): string {
  return `pkg:npm/${name.replace("@", "%40")}@${version}`;
}

/** Derives a version 8 UUID from the text. GitHub attests only bills with a serial number. */
function uuidOf(text: string): string {
  const digest = createHash("sha256").update(text).digest("hex");
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
}

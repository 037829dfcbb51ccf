/** All checks that run inside the extension host. They run in the order of their names: the start comes first. */

export { fails, seesTheInstalledExtension } from "../probe/checks.mts";
export * from "./catalog-code-checks.mts";
export * from "./start-checks.mts";

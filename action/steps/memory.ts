/** Hosted runners are small, and a report may hold a million cases. */

import { setFlagsFromString } from "node:v8";

/** V8 lets its young generation grow by 100 MB while a large response is read, unless told otherwise. */
export function keepMemorySmall(): void {
  setFlagsFromString("--semi-space-growth-factor=1");
}

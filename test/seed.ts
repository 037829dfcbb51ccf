/**
 * Property tests draw the same values in every run, so that no run fails by chance. To search further, set another
 * `SEED`, and turn each failure into a test of its own.
 */

import fc from "fast-check";

fc.configureGlobal({ seed: Number(process.env["SEED"] ?? 1) });

/**
 * Property tests draw the same values in every run, so that no machine is red by chance. To search further, give
 * another `SEED`; what it finds becomes a test of its own.
 */

import fc from "fast-check";

fc.configureGlobal({ seed: Number(process.env["SEED"] ?? 1) });

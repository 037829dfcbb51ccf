/** What runs in the process that expressions are evaluated in. */

import { evaluate } from "../report/expressions/evaluate.ts";
import type { Question } from "../report/expressions/question.ts";

process.on("message", async (question: Question) => {
  process.send?.(await evaluate(question));
});
process.send?.("ready");

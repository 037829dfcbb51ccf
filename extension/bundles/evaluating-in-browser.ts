/** What runs in the worker that expressions are evaluated in. */

import { evaluate } from "../../shared/report/expressions/evaluate.ts";
import type { Question } from "../../shared/report/expressions/question.ts";

self.onmessage = async ({ data }: MessageEvent<Question>) => self.postMessage(await evaluate(data));
self.postMessage("ready");

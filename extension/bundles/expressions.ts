/** The part that knows JSONata, for teams that say themselves how their responses are to be read. */

export { compileExpressions } from "../../shared/report/expressions.ts";

/** The bundle with JSONata, for catalogs that hold expressions. */

export { compileExpressions } from "../../shared/report/expressions.ts";

/** The part that listens. */

export { startEmbeddedService } from "../../shared/embedded/service.ts";

/** The bundle with the embedded service. */

export { startEmbeddedService } from "../../shared/embedded/service.ts";

export { startEmbeddedService } from "../../../shared/embedded/service.ts";

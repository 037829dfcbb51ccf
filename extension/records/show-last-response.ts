import { Obstacle } from "../editor/errors.ts";
import { t } from "../editor/l10n.ts";
import type { Service } from "../services/service.ts";
import type { ServiceList } from "../services/service-list.ts";
import type { ResponseStore } from "./responses.ts";

interface ShowDeps {
  readonly responses: ResponseStore;
  readonly services: ServiceList;
}

/** `about` is the key of a record, or the name of an operation without a record. `name` is the record's in messages. */
export async function showLastResponse(
  { responses, services }: ShowDeps,
  service: Service,
  about: string,
  name: string,
): Promise<void> {
  if (!(await responses.has(service, about))) {
    throw new Obstacle(t("There is no response about {0} yet.", name));
  }
  await responses.show(service, about, [t("Last response"), name, services.nameAmongOthers(service.id)]);
}

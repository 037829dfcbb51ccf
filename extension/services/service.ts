/** A service that can be called. */

export interface Service {
  /** Its address, so that a renamed service keeps its memory; `embeddedId` for the embedded one. */
  readonly id: string;
  readonly name: string;
  /** Absent for the embedded service, which has an address only while it runs. */
  readonly baseUrl?: string;
}

export const embeddedId = "embedded";

/** A service that can be called. */

export interface Service {
  /** What its memory is kept under: the address, so that renaming it loses nothing; `embeddedId` for the embedded one. */
  readonly id: string;
  readonly name: string;
  /** Absent for the embedded service, which has an address only while it runs. */
  readonly baseUrl?: string;
}

export const embeddedId = "embedded";

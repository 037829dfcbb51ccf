/** A service that can be called, as the rest of the extension knows it. */

export interface Service {
  /** Under which what it taught is kept: its address, which a renamed service keeps; the embedded one has none. */
  readonly id: string;
  readonly name: string;
  /** Absent for the embedded service, which has an address only while it runs. */
  readonly baseUrl?: string;
}

export const embeddedId = "embedded";

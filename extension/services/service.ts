export interface Service {
  /** The address, so that a renamed service keeps its memory; `embeddedId` for the embedded service. */
  readonly id: string;
  readonly name: string;
  /** Absent for the embedded service, whose address exists only while it runs. */
  readonly baseUrl?: string;
}

export const embeddedId = "embedded";

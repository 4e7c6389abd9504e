/** Where a host has its bars: what is said of the rows, and the tools of the table. */
export interface TablePlaces {
  readonly status: HTMLElement;
  readonly tools: HTMLElement;
  /** Apart from the other tools, which then stand in a head, as large as its buttons; else with them. */
  readonly filter?: HTMLElement;
}

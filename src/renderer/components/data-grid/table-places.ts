/** The host's bars for the status of a table's rows, and its tools. */
export interface TablePlaces {
  readonly status: HTMLElement;
  readonly tools: HTMLElement;
  /**
   * A separate place for the filter: the other tools are then in a head, and as large as its buttons. Without it, the
   * filter is beside the other tools.
   */
  readonly filter?: HTMLElement;
}

/** `junit` is only for the report of a run. */
export const FORMATS = ['text', 'json', 'ndjson', 'csv', 'junit'] as const;
export type Format = (typeof FORMATS)[number];

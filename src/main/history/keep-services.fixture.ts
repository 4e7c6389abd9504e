import { testingReferences } from '../secrets/testing-references';
import type { KeepServices } from './keep-exchange';

/** For exchanges none of whose bodies is stored. */
export const services: KeepServices = {
  bodies: { read: () => Promise.resolve(null) },
  secrets: testingReferences(),
};

/** Makes a file as it was before its migration `history-facet-counts`. */
export const WITHOUT_KEPT_COUNTS: readonly string[] = [
  'DROP TABLE derived_facet_counts',
  ...['words', 'facets', 'shards'].map((of) => `DROP TRIGGER IF EXISTS derived_facet_counts_of_${of}`),
  // Of later ones.
  ...['exchanges', 'cleared_exchanges'].map((table) => `ALTER TABLE ${table} DROP COLUMN noted_outcome`),
  'ALTER TABLE drafts DROP COLUMN family_id',
];

import { testingReferences } from '../secrets/testing-references';
import type { KeepServices } from './keep-exchange';

/** For exchanges without stored bodies. */
export const services: KeepServices = {
  bodies: { read: () => Promise.resolve(null) },
  secrets: testingReferences(),
};

/** Puts a file into the state before its migration `history-facet-counts`. */
export const WITHOUT_KEPT_COUNTS: readonly string[] = [
  'DROP TABLE derived_facet_counts',
  ...['words', 'facets', 'shards'].map((of) => `DROP TRIGGER IF EXISTS derived_facet_counts_of_${of}`),
  // Undoes later migrations.
  ...['exchanges', 'cleared_exchanges', 'saved_requests', 'live_requests', 'drafts', 'session_lists'].map(
    (table) => `DROP TRIGGER typed_texts_of_${table}`,
  ),
  'DROP TABLE typed_texts',
  ...['exchanges', 'cleared_exchanges'].map((table) => `ALTER TABLE ${table} DROP COLUMN noted_outcome`),
  ...['drafts', 'saved_requests', 'live_requests'].map(
    (table) => `ALTER TABLE ${table} DROP COLUMN family_id`,
  ),
  'DROP INDEX cleared_exchanges_by_age',
];

import { testingReferences } from '../secrets/testing-references';
import type { KeepServices } from './keep-exchange';

/** For exchanges none of whose bodies is stored. */
export const services: KeepServices = {
  bodies: { read: () => Promise.resolve(null) },
  secrets: testingReferences(),
};

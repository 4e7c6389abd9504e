export { BodyStore } from './body-store';
export type { BodyStoreOptions } from './body-store';
export type { BodyFacts, BodyWriter } from './body-writer';
export { removeLeftovers } from './leftovers';
export type { BodyAnswer } from './serve-body';
export { serveBody, SLICE_BYTES } from './serve-body';

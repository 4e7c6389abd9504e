/**
 * The API as the specification describes it: types and small tables. The response check, which brings in the
 * validators, is in ./findings, and what each operation takes and answers is in ./operation-details, so that code that
 * needs only types and tables loads neither.
 */
export type * from './models';
export type * from './operation-types';
export type { ContractCheck, Finding, FindingSeverity } from './finding';
export { operations, type OperationId } from './operations';
export {
  errorCatalogue,
  errorObject,
  isErrorStatus,
  type ErrorObjectStatus,
  type ErrorStatus,
} from './error-catalogue';
export { knownValues } from './generated/operations';

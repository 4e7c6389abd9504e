/**
 * The API as the specification describes it: types and small tables. The check of responses, which brings the
 * validators, is in ./findings, so that whoever needs only types and tables does not load it.
 */
export type * from './models';
export type * from './operation-types';
export type { ContractCheck, Finding, FindingRule, FindingSeverity, ShapeCheck } from './finding';
export { operations, type OperationId } from './operations';
export {
  errorCatalogue,
  errorObject,
  isErrorStatus,
  type ErrorObjectStatus,
  type ErrorStatus,
} from './error-catalogue';
export { areas, knownValues, notShown, openLists } from './generated/operations';

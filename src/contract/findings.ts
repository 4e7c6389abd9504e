import { TooManyViolations } from './violation-limit';
import type { ContractCheck, Finding, FindingSeverity } from './finding';
import * as validators from './generated/validators.mjs';
import type { RuleViolation, Validator } from './generated/validators.mjs';
import type { OperationResponse } from './operation-types';
import { operations, type OperationId } from './operations';
import { previewOf } from './preview';
import { findingOf, kindOf, mostSpecific, typeMismatches } from './rule-violations';

/** Most findings that one check lists. */
export const MAX_FINDINGS = 500;

const bodyChecks: Readonly<Record<string, Validator>> = validators;
const SEVERITY_ORDER: readonly FindingSeverity[] = ['error', 'warning', 'note'];

/**
 * Checks a response against the contract. It only reports: the body is neither changed nor refused, and whatever it
 * is, nothing is thrown.
 *
 * @param body the parsed JSON body; text for a body that is no JSON; undefined for an empty one.
 */
export function checkResponse(operationId: OperationId, status: number, body: unknown): ContractCheck {
  const { responses, otherStatuses } = operations[operationId];
  const response = responses[status];
  if (response) return checkBody(response, status, body);
  return otherStatuses ? { findings: [], moreFindings: 0 } : singleFinding(undocumented(operationId, status));
}

function checkBody(response: OperationResponse, status: number, body: unknown): ContractCheck {
  if (response.body === 'empty' && body !== undefined) return singleFinding(bodyNotEmpty(status, body));
  if (response.body === 'json' && body === undefined) return singleFinding(bodyMissing(status));
  const validate = response.validator === null ? undefined : bodyChecks[response.validator];
  if (body === undefined || !validate) return { findings: [], moreFindings: 0 };
  const violations = violationsOf(validate, body);
  const mismatches = typeMismatches(violations);
  const told = mostSpecific(violations);
  const ranked = SEVERITY_ORDER.flatMap((severity) =>
    told.filter((violation) => kindOf(violation)[1] === severity),
  );
  return {
    findings: ranked
      .slice(0, MAX_FINDINGS)
      .map((violation) => findingOf(violation, body, mismatches.get(violation.instancePath) ?? [])),
    moreFindings: Math.max(0, ranked.length - MAX_FINDINGS),
  };
}

function violationsOf(validate: Validator, body: unknown): readonly RuleViolation[] {
  try {
    return validate(body) ? [] : (validate.errors ?? []);
  } catch (error) {
    if (error instanceof TooManyViolations) return error.violations;
    throw error;
  } finally {
    // The validator stays for good, and would keep the violations with it.
    validate.errors = null;
  }
}

function singleFinding(finding: Finding): ContractCheck {
  return { findings: [finding], moreFindings: 0 };
}

function undocumented(operationId: OperationId, status: number): Finding {
  return {
    pointer: '',
    rule: 'undocumented-status',
    severity: 'warning',
    message: `The specification does not list the status ${status} for this operation.`,
    value: String(status),
    expected: Object.keys(operations[operationId].responses).join(', '),
  };
}

function bodyNotEmpty(status: number, body: unknown): Finding {
  return {
    pointer: '',
    rule: 'empty-body-expected',
    severity: 'error',
    message: `The body of a ${status} is empty by the specification, and this one is not.`,
    value: previewOf(body),
    expected: 'an empty body',
  };
}

function bodyMissing(status: number): Finding {
  return {
    pointer: '',
    rule: 'body-expected',
    severity: 'error',
    message: `A ${status} has a JSON body by the specification, and this one is empty.`,
    value: null,
    expected: 'a JSON body',
  };
}

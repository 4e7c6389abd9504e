import { TooManyViolations } from './violation-limit';
import { checkContentType, describesItselfAsError } from './response-kind';
import type { ContractCheck, Finding, FindingSeverity, ShapeCheck } from './finding';
import * as validators from './generated/validators.mjs';
import type { RuleViolation, Validator } from './generated/validators.mjs';
import type { OperationResponse } from './operation-types';
import { operationDetails } from './operation-details';
import type { OperationId } from './operations';
import { previewOf } from './preview';
import { findingOf, kindOf, mostSpecific, typeMismatches } from './rule-violations';

/** The most findings that one check lists. */
export const MAX_FINDINGS = 500;

const bodyChecks: Readonly<Record<string, Validator>> = validators;
const SEVERITY_ORDER: readonly FindingSeverity[] = ['error', 'warning', 'note'];

const CHECKED: ShapeCheck = { kind: 'checked' };
const NO_SHAPE: ShapeCheck = { kind: 'not-checked', why: 'no-shape' };

/** The text of a body that is not JSON. */
export class NotJson {
  constructor(readonly text: string) {}
}

/**
 * Checks a response against the contract. It only reports: the body is neither changed nor refused, and nothing is ever thrown.
 *
 * @param body the parsed JSON body; `NotJson` for a body that is not JSON; undefined for an empty one.
 * @param contentType the header's value; null when it is unknown or missing, which is not reported.
 */
export function checkResponse(
  operationId: OperationId,
  status: number,
  body: unknown,
  contentType: string | null = null,
): ContractCheck {
  const { responses, otherStatuses } = operationDetails[operationId];
  const response = responses[status];
  if (!response) {
    return {
      check: NO_SHAPE,
      findings: otherStatuses ? [] : [undocumented(operationId, status)],
      moreFindings: 0,
    };
  }
  switch (response.body) {
    case 'empty':
      return checked(body === undefined ? [] : [bodyNotEmpty(status, body)]);
    case 'json': {
      if (body === undefined) return checked([bodyMissing(status)]);
      if (body instanceof NotJson)
        return checked([bodyNotJson(status, body), ...checkContentType(contentType)]);
      return checkBody(response, body, checkContentType(contentType));
    }
    case 'free':
      // The destination's own answer, unless it presents itself as an error of the service.
      return describesItselfAsError(body)
        ? checkBody(response, body, [])
        : { check: NO_SHAPE, findings: [], moreFindings: 0 };
  }
}

function checked(findings: readonly Finding[]): ContractCheck {
  return { check: CHECKED, findings, moreFindings: 0 };
}

/** @param others findings that are not about the body's content. */
function checkBody(response: OperationResponse, body: unknown, others: readonly Finding[]): ContractCheck {
  const validate = response.validator === null ? undefined : bodyChecks[response.validator];
  if (!validate) return { check: NO_SHAPE, findings: others, moreFindings: 0 };
  const violations = violationsOf(validate, body);
  const mismatches = typeMismatches(violations);
  const told = mostSpecific(violations);
  const ranked = SEVERITY_ORDER.flatMap((severity) =>
    told.filter((violation) => kindOf(violation)[1] === severity),
  );
  const room = MAX_FINDINGS - others.length;
  const listed = ranked
    .slice(0, room)
    .map((violation) => findingOf(violation, body, mismatches.get(violation.instancePath) ?? []));
  return {
    check: CHECKED,
    findings: SEVERITY_ORDER.flatMap((severity) =>
      [...others, ...listed].filter((finding) => finding.severity === severity),
    ),
    moreFindings: Math.max(0, ranked.length - room),
  };
}

function violationsOf(validate: Validator, body: unknown): readonly RuleViolation[] {
  try {
    return validate(body) ? [] : (validate.errors ?? []);
  } catch (error) {
    if (error instanceof TooManyViolations) return error.violations;
    throw error;
  } finally {
    // The validator lives as long as the app, and would keep the violations in memory.
    validate.errors = null;
  }
}

function undocumented(operationId: OperationId, status: number): Finding {
  return {
    pointer: '',
    rule: 'undocumented-status',
    severity: 'warning',
    message: `The specification does not list the status ${status} for this operation.`,
    value: String(status),
    expected: Object.keys(operationDetails[operationId].responses).join(', '),
  };
}

function bodyNotEmpty(status: number, body: unknown): Finding {
  return {
    pointer: '',
    rule: 'empty-body-expected',
    severity: 'error',
    message: `The body of a ${status} is empty according to the specification, and this one is not.`,
    value: previewOf(body instanceof NotJson ? body.text : body),
    expected: 'an empty body',
  };
}

function bodyNotJson(status: number, { text }: NotJson): Finding {
  return {
    pointer: '',
    rule: 'not-json',
    severity: 'error',
    message: `A ${status} has a JSON body according to the specification, and this one is not JSON: nothing in it could be checked.`,
    value: previewOf(text),
    expected: 'a JSON body',
  };
}

function bodyMissing(status: number): Finding {
  return {
    pointer: '',
    rule: 'body-expected',
    severity: 'error',
    message: `A ${status} has a JSON body according to the specification, and this one is empty.`,
    value: null,
    expected: 'a JSON body',
  };
}

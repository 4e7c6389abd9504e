import { checkResponse } from '../../contract/findings';
import type { ContractCheck, OperationId } from '../../contract';
import { MASKED, type Body, type HeaderList } from '../../shared/exchange';
import { secretWritings } from '../credentials/secret-writings';

const NOTHING: ContractCheck = { findings: [], moreFindings: 0 };

/** The contract check of a body as it travels: text is parsed, a stored body is too large to be one of the API's own. */
export function checkBody(operation: OperationId, status: number, body: Body): ContractCheck {
  switch (body.kind) {
    case 'none':
      return checkResponse(operation, status, undefined);
    case 'text':
      return checkResponse(operation, status, parseOrText(body.text));
    case 'stored':
      return NOTHING;
  }
}

function parseOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Headers as they may be shown: every occurrence of the token is masked, wherever it stands, also in a name. */
export function maskToken(headers: HeaderList, token: string | null): HeaderList {
  return headers.map(([name, value]) => [maskTokenIn(name, token), maskTokenIn(value, token)]);
}

/** Also masked where it is written as JSON, URLs or base 64 write it. */
export function maskTokenIn(text: string, token: string | null): string {
  return secretWritings(token ?? '').reduce((rest, writing) => rest.split(writing).join(MASKED), text);
}

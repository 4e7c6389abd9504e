import { findCardNumbers } from '../cards/card-numbers';
import { readBaseUrl } from '../http/base-url';
import { CONNECTION_HEADERS, findForbiddenInFieldValue, isHttpToken, looselyRead } from '../http/http-fields';
import { parseUrl } from '../http/parse-url';
import type { Problem } from '../problem';
import { isForwardHeader } from '../vault-forward/request';
import type { Profile } from './profile';
import { LOOKS_LIKE_TOKEN, looksLikeToken, WHERE_TOKENS_GO } from './looks-like-token';
import { readVariables, secretInVariables } from './variable-rules';

/** The content of the profile form: a profile without its id, its base URL as typed. */
export type ProfileDraft = Omit<Profile, 'id'>;

/** Accessible names of the form's fields, used in problems. */
export const PROFILE_FIELDS = {
  name: 'Name',
  environment: 'Environment',
  baseUrl: 'Base URL',
  merchantAccountId: 'Merchant account ID',
  merchantHeader: 'Merchant header',
  connectTimeout: 'Connection time-out',
  totalTimeout: 'Total time-out',
  proxyUrl: 'Proxy URL',
  extraCaFile: 'Extra CA file',
  certificateFile: 'Client certificate',
  keyFile: 'Client key',
  variables: 'Variables',
} as const;

export const PROFILE_LIMITS = {
  nameLength: 60,
  merchantAccountIdLength: 200,
  /** Milliseconds. */
  connectMs: { least: 100, most: 120_000 },
  totalMs: { least: 1_000, most: 600_000 },
} as const;

/** Headers that the app writes itself: a merchant account under one of these names would replace or duplicate it. */
const RESERVED_HEADERS = new Set([
  ...CONNECTION_HEADERS,
  'accept',
  'accept-encoding',
  'authorization',
  'content-type',
  'cookie',
  'user-agent',
]);

export type DraftReading =
  | { readonly ok: true; readonly draft: ProfileDraft }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/**
 * Checks and normalises the form's content; reports every problem at once, each with its field. Main checks whether
 * files exist.
 * @param takenNames names of the other profiles.
 * @param local true for the built-in Local sandbox: its environment is fixed, and its base URL comes from its server.
 */
export function readProfileDraft(
  draft: ProfileDraft,
  takenNames: readonly string[],
  local: boolean,
): DraftReading {
  const problems: Problem[] = [];
  findSecrets(draft, reportTo(problems));
  const reading = readKeptProfile(draft, takenNames, local);
  if (problems.length === 0) return reading;
  const hasSecret = ({ field }: Problem): boolean => problems.some((problem) => problem.field === field);
  return {
    ok: false,
    problems: [...problems, ...(reading.ok ? [] : reading.problems.filter((problem) => !hasSecret(problem)))],
  };
}

/**
 * The same for a profile that a file holds already, which may have a secret: without the profile, the person could
 * not use what it leads to, and the file would still hold the secret.
 */
export function readKeptProfile(
  draft: ProfileDraft,
  takenNames: readonly string[],
  local: boolean,
): DraftReading {
  const problems: Problem[] = [];
  const report = reportTo(problems);
  const checked: ProfileDraft = {
    name: readName(draft.name, takenNames, report),
    environment: readEnvironment(draft, local, report),
    baseUrl: local ? null : readUrl(draft.baseUrl, report),
    merchantAccountId: readMerchant(draft.merchantAccountId, report),
    merchantHeader: readMerchantHeader(draft.merchantHeader, report),
    readOnly: draft.readOnly,
    timeouts: readTimeouts(draft.timeouts, report),
    proxy: readProxy(draft.proxy, report),
    extraCaFile: emptyToNull(draft.extraCaFile),
    clientCertificate: readCertificate(draft.clientCertificate, report),
    variables: readVariables(draft.variables, (meaning, nextStep) => report('variables', meaning, nextStep)),
  };
  return problems.length === 0 ? { ok: true, draft: checked } : { ok: false, problems };
}

type ReportProblem = (field: keyof typeof PROFILE_FIELDS, meaning: string, nextStep: string) => void;

function reportTo(problems: Problem[]): ReportProblem {
  return (field, meaning, nextStep) =>
    problems.push({
      code: `profile-${field}`,
      title: `${PROFILE_FIELDS[field]} cannot be used`,
      meaning,
      nextStep,
      field: PROFILE_FIELDS[field],
      detail: null,
    });
}

function findSecrets(
  { name, baseUrl, merchantAccountId, merchantHeader, proxy, variables }: ProfileDraft,
  report: ReportProblem,
): void {
  const texts = [
    ['name', name],
    ['baseUrl', baseUrl],
    ['merchantAccountId', merchantAccountId],
    ['merchantHeader', merchantHeader],
    ['proxyUrl', proxy.kind === 'manual' ? proxy.url : null],
  ] as const;
  for (const [field, text] of texts)
    if (looksLikeToken(text ?? '')) report(field, LOOKS_LIKE_TOKEN, WHERE_TOKENS_GO);
  // The name is in the title, in every result and in what is exported. A merchant account may have such a number.
  if (findCardNumbers(name).length > 0)
    report(
      'name',
      'This looks like a card number, and the name is shown and written everywhere.',
      'Choose another name.',
    );
  const problem = secretInVariables(variables);
  if (problem !== null) report('variables', ...problem);
}

function readName(entered: string, takenNames: readonly string[], report: ReportProblem): string {
  const name = entered.trim().replace(/\s+/g, ' ');
  if (name === '') report('name', 'A profile needs a name.', 'Enter one.');
  else if (name.length > PROFILE_LIMITS.nameLength) {
    report('name', `It has ${name.length} characters.`, `Use at most ${PROFILE_LIMITS.nameLength}.`);
  } else if (/[\p{Cc}\p{Cf}]/u.test(name)) {
    report(
      'name',
      'It has invisible characters, which could make one name look like another.',
      'Type it again.',
    );
  } else if (takenNames.some((taken) => sameName(taken, name))) {
    report(
      'name',
      `Another profile is named "${name}".`,
      'Choose another name: results say which profile they came from.',
    );
  }
  return name;
}

/** Names that a person could confuse count as the same. */
export function sameName(one: string, other: string): boolean {
  return one.normalize('NFKC').toLowerCase() === other.normalize('NFKC').toLowerCase();
}

function readEnvironment(draft: ProfileDraft, local: boolean, report: ReportProblem): Profile['environment'] {
  if (local) return 'local';
  if (draft.environment === 'local') {
    report('environment', 'Only the built-in Local sandbox is local.', 'Choose Sandbox or Production.');
  }
  return draft.environment;
}

function readUrl(entered: string | null, report: ReportProblem): string | null {
  const text = emptyToNull(entered);
  if (text === null) return null;
  const reading = readBaseUrl(text);
  if (reading.ok) return reading.baseUrl;
  report('baseUrl', reading.meaning, reading.nextStep);
  return text;
}

function readMerchant(entered: string | null, report: ReportProblem): string | null {
  const id = emptyToNull(entered);
  if (id === null) return null;
  if (id.length > PROFILE_LIMITS.merchantAccountIdLength) {
    report(
      'merchantAccountId',
      `It has ${id.length} characters.`,
      `Use at most ${PROFILE_LIMITS.merchantAccountIdLength}.`,
    );
  } else if (findForbiddenInFieldValue(id) !== -1) {
    report('merchantAccountId', 'It has a character that a header cannot carry.', 'Copy the ID again.');
  }
  return id;
}

function readMerchantHeader(entered: string, report: ReportProblem): string {
  const name = entered.trim().toLowerCase();
  if (!isHttpToken(name)) {
    report(
      'merchantHeader',
      'This is not a header name.',
      'Use letters, digits and hyphens, such as x-service-merchant-account-id.',
    );
  } else if (RESERVED_HEADERS.has(looselyRead(name)) || isForwardHeader(name)) {
    report(
      'merchantHeader',
      `The header "${name}" has another purpose.`,
      'Use the name that the service documents for the merchant account.',
    );
  }
  return name;
}

function readTimeouts(entered: Profile['timeouts'], report: ReportProblem): Profile['timeouts'] {
  const { connectMs, totalMs } = PROFILE_LIMITS;
  const within = (value: number, range: typeof connectMs | typeof totalMs): boolean =>
    Number.isInteger(value) && value >= range.least && value <= range.most;
  const words = (range: typeof connectMs | typeof totalMs): string =>
    `Use a whole number of milliseconds from ${range.least} to ${range.most}.`;
  if (!within(entered.connectMs, connectMs))
    report('connectTimeout', 'It is out of range.', words(connectMs));
  if (!within(entered.totalMs, totalMs)) report('totalTimeout', 'It is out of range.', words(totalMs));
  else if (entered.totalMs < entered.connectMs) {
    report(
      'totalTimeout',
      'It is shorter than the time-out for the connection alone.',
      'Make it at least as long.',
    );
  }
  return { connectMs: entered.connectMs, totalMs: entered.totalMs };
}

function readProxy(proxy: Profile['proxy'], report: ReportProblem): Profile['proxy'] {
  if (proxy.kind !== 'manual') return { kind: proxy.kind };
  const text = proxy.url.trim();
  const url = parseUrl(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    report(
      'proxyUrl',
      'This is not the address of an HTTP proxy.',
      'Enter one such as http://proxy.example.com:8080.',
    );
  } else if (url.username !== '' || url.password !== '') {
    report(
      'proxyUrl',
      'It has a user name or password, and profiles are stored without secrets.',
      'Leave them out.',
    );
  } else if (url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    report('proxyUrl', 'It has more than a host and a port.', 'Leave out everything after the port.');
  } else return { kind: 'manual', url: url.origin };
  return { kind: 'manual', url: text };
}

function readCertificate(
  entered: Profile['clientCertificate'],
  report: ReportProblem,
): Profile['clientCertificate'] {
  const certificateFile = emptyToNull(entered?.certificateFile ?? null);
  const keyFile = emptyToNull(entered?.keyFile ?? null);
  if (certificateFile === null && keyFile === null) return null;
  if (certificateFile === null)
    report(
      'certificateFile',
      'There is a key without a certificate.',
      'Choose the PEM file of the certificate.',
    );
  if (keyFile === null)
    report('keyFile', 'There is a certificate without its key.', 'Choose the PEM file of the key.');
  return { certificateFile: certificateFile ?? '', keyFile: keyFile ?? '' };
}

function emptyToNull(text: string | null): string | null {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
}

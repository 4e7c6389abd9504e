import { readBaseUrl } from '../http/base-url';
import { findForbiddenInFieldValue, isHttpToken } from '../http/http-fields';
import type { Problem } from '../problem';
import type { Profile } from './profile';

/** What the profile form holds: a profile without its id, its base URL as typed. */
export type ProfileDraft = Omit<Profile, 'id'>;

/** Accessible names of the form's fields; problems name them. */
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
} as const;

export const PROFILE_LIMITS = {
  nameLength: 60,
  merchantAccountIdLength: 200,
  /** Milliseconds. */
  connectMs: { least: 100, most: 120_000 },
  totalMs: { least: 1_000, most: 600_000 },
} as const;

/** Headers that the app writes itself: a merchant account under one of these names would replace or double it. */
const RESERVED_HEADERS = new Set([
  'accept',
  'accept-encoding',
  'authorization',
  'connection',
  'content-length',
  'content-type',
  'cookie',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
]);

export type DraftReading =
  | { readonly ok: true; readonly draft: ProfileDraft }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/**
 * Checks and normalises what the form holds; gives every problem at once, each with its field. Whether files exist is
 * for main to check.
 * @param takenNames names of the other profiles.
 * @param local true for the built-in Local sandbox: its environment is fixed, and its base URL comes from its server.
 */
export function readProfileDraft(
  draft: ProfileDraft,
  takenNames: readonly string[],
  local: boolean,
): DraftReading {
  const problems: Problem[] = [];
  const complain = (field: keyof typeof PROFILE_FIELDS, meaning: string, nextStep: string): void => {
    problems.push({
      code: `profile-${field}`,
      title: `${PROFILE_FIELDS[field]}: not usable`,
      meaning,
      nextStep,
      field: PROFILE_FIELDS[field],
      detail: null,
    });
  };
  const checked: ProfileDraft = {
    name: readName(draft.name, takenNames, complain),
    environment: readEnvironment(draft, local, complain),
    baseUrl: local ? null : readUrl(draft.baseUrl, complain),
    merchantAccountId: readMerchant(draft.merchantAccountId, complain),
    merchantHeader: readMerchantHeader(draft.merchantHeader, complain),
    readOnly: draft.readOnly,
    timeouts: readTimeouts(draft.timeouts, complain),
    proxy: readProxy(draft.proxy, complain),
    extraCaFile: emptyToNull(draft.extraCaFile),
    clientCertificate: readCertificate(draft.clientCertificate, complain),
  };
  return problems.length === 0 ? { ok: true, draft: checked } : { ok: false, problems };
}

type Complain = (field: keyof typeof PROFILE_FIELDS, meaning: string, nextStep: string) => void;

function readName(entered: string, takenNames: readonly string[], complain: Complain): string {
  const name = entered.trim().replace(/\s+/g, ' ');
  if (name === '') complain('name', 'A profile needs a name.', 'Enter one.');
  else if (looksLikeToken(name)) complain('name', IS_TOKEN, TOKEN_PLACE);
  else if (name.length > PROFILE_LIMITS.nameLength) {
    complain('name', `It has ${name.length} characters.`, `Use at most ${PROFILE_LIMITS.nameLength}.`);
  } else if (/[\p{Cc}\p{Cf}]/u.test(name)) {
    complain(
      'name',
      'It has invisible characters, which could make one name look like another.',
      'Type it anew.',
    );
  } else if (takenNames.some((taken) => sameName(taken, name))) {
    complain(
      'name',
      `Another profile is named "${name}".`,
      'Choose another name: results say which profile they came from.',
    );
  }
  return name;
}

/** A JWT, pasted into the wrong field: what stands here is written to a file and shown on every screen. */
function looksLikeToken(text: string): boolean {
  return /(?:^|\s)eyJ[\w-]{8,}\.[\w-]/.test(text);
}

const IS_TOKEN = 'This looks like an access token, and profiles are stored without secrets.';
const TOKEN_PLACE = 'Put it under Access token, which goes to the keychain.';

/** Names that a person could take for one another count as the same. */
export function sameName(one: string, other: string): boolean {
  return one.normalize('NFKC').toLowerCase() === other.normalize('NFKC').toLowerCase();
}

function readEnvironment(draft: ProfileDraft, local: boolean, complain: Complain): Profile['environment'] {
  if (local) return 'local';
  if (draft.environment === 'local') {
    complain('environment', 'Only the built-in Local sandbox is local.', 'Choose Sandbox or Production.');
  }
  return draft.environment;
}

function readUrl(entered: string | null, complain: Complain): string | null {
  const text = emptyToNull(entered);
  if (text === null) return null;
  const reading = readBaseUrl(text);
  if (reading.ok) return reading.baseUrl;
  complain('baseUrl', reading.meaning, reading.nextStep);
  return text;
}

function readMerchant(entered: string | null, complain: Complain): string | null {
  const id = emptyToNull(entered);
  if (id === null) return null;
  if (looksLikeToken(id)) complain('merchantAccountId', IS_TOKEN, TOKEN_PLACE);
  else if (id.length > PROFILE_LIMITS.merchantAccountIdLength) {
    complain(
      'merchantAccountId',
      `It has ${id.length} characters.`,
      `Use at most ${PROFILE_LIMITS.merchantAccountIdLength}.`,
    );
  } else if (findForbiddenInFieldValue(id) !== -1) {
    complain('merchantAccountId', 'It has a character that a header cannot carry.', 'Copy the ID again.');
  }
  return id;
}

function readMerchantHeader(entered: string, complain: Complain): string {
  const name = entered.trim().toLowerCase();
  if (!isHttpToken(name)) {
    complain(
      'merchantHeader',
      'This is no name of a header.',
      'Use letters, digits and hyphens, such as x-service-merchant-account-id.',
    );
  } else if (RESERVED_HEADERS.has(name) || name.startsWith('x-vault-forward-')) {
    complain(
      'merchantHeader',
      `The header "${name}" has another purpose.`,
      'Use the name that the service documents for the merchant account.',
    );
  }
  return name;
}

function readTimeouts(entered: Profile['timeouts'], complain: Complain): Profile['timeouts'] {
  const { connectMs, totalMs } = PROFILE_LIMITS;
  const within = (value: number, range: typeof connectMs | typeof totalMs): boolean =>
    Number.isInteger(value) && value >= range.least && value <= range.most;
  const words = (range: typeof connectMs | typeof totalMs): string =>
    `Use a whole number of milliseconds from ${range.least} to ${range.most}.`;
  if (!within(entered.connectMs, connectMs))
    complain('connectTimeout', 'It is out of range.', words(connectMs));
  if (!within(entered.totalMs, totalMs)) complain('totalTimeout', 'It is out of range.', words(totalMs));
  else if (entered.totalMs < entered.connectMs) {
    complain(
      'totalTimeout',
      'It is shorter than the time-out for the connection alone.',
      'Make it at least as long.',
    );
  }
  return { connectMs: entered.connectMs, totalMs: entered.totalMs };
}

function readProxy(proxy: Profile['proxy'], complain: Complain): Profile['proxy'] {
  if (proxy.kind !== 'manual') return { kind: proxy.kind };
  const text = proxy.url.trim();
  const url = parseUrl(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    complain(
      'proxyUrl',
      'This is no address of an HTTP proxy.',
      'Enter one such as http://proxy.example.com:8080.',
    );
  } else if (url.username !== '' || url.password !== '') {
    complain(
      'proxyUrl',
      'It has a user name or password, and profiles are stored without secrets.',
      'Leave them out.',
    );
  } else if (url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    complain('proxyUrl', 'It has more than a host and a port.', 'Leave out everything after the port.');
  } else return { kind: 'manual', url: url.origin };
  return { kind: 'manual', url: text };
}

function readCertificate(
  entered: Profile['clientCertificate'],
  complain: Complain,
): Profile['clientCertificate'] {
  const certificateFile = emptyToNull(entered?.certificateFile ?? null);
  const keyFile = emptyToNull(entered?.keyFile ?? null);
  if (certificateFile === null && keyFile === null) return null;
  if (certificateFile === null)
    complain(
      'certificateFile',
      'There is a key without a certificate.',
      'Choose the PEM file of the certificate.',
    );
  if (keyFile === null)
    complain('keyFile', 'There is a certificate without its key.', 'Choose the PEM file of the key.');
  return { certificateFile: certificateFile ?? '', keyFile: keyFile ?? '' };
}

function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

function emptyToNull(text: string | null): string | null {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
}

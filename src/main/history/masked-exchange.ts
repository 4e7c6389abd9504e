import type { Exchange, HeaderList, Outcome, ReceivedResponse, SentRequest } from '@shared/http/exchange';
import type { Problem } from '@shared/problem';
import type { Masker } from '../secrets/masker';
import type { ExchangeRecord, KeptBody } from './record';

/**
 * The parts of an exchange for its record. Everything written by others is masked; the app's own words (kinds,
 * reasons, rules) stay, because the record could not be read without them. A new part of an exchange has to be added
 * here.
 */
type Facts = Omit<ExchangeRecord, 'version' | 'request' | 'response' | 'asked' | 'composed' | 'unrepeatable'>;

export function maskedFacts(exchange: Exchange, { text, url }: Masker): Facts {
  const { id, operation, startedAt, timings, check, moreFindings, notes, purpose, load } = exchange;
  const { profile, findings, retries, outcome } = exchange;
  return {
    id,
    operation,
    profile: {
      id: profile.id,
      name: text(profile.name),
      environment: profile.environment,
      baseUrl: url(profile.baseUrl),
      merchantAccountId: orNull(profile.merchantAccountId, text),
      merchantHeader: text(profile.merchantHeader),
    },
    startedAt,
    timings,
    outcome: maskedOutcome(outcome, text),
    check,
    findings: findings.map(({ pointer, rule, severity, message, value, expected }) => ({
      pointer: text(pointer),
      rule,
      severity,
      message: text(message),
      value: orNull(value, text),
      expected: text(expected),
    })),
    moreFindings,
    retries: retries.map((retry) => ({
      startedAt: retry.startedAt,
      reason: text(retry.reason),
      waitedMs: retry.waitedMs,
    })),
    ...(notes === undefined ? {} : { notes: notes.map((note) => maskedNote(note, text)) }),
    ...(purpose === undefined ? {} : { purpose }),
    ...(load === undefined ? {} : { load: { pages: load.pages, rows: load.rows } }),
  };
}

/** Masks headers of the request or the answer, including those that the person marked as secret. */
type HideHeaders = (headers: HeaderList) => [string, string][];

export function maskedSent(
  { method, url, headers }: SentRequest,
  body: KeptBody,
  masker: Masker,
  hide: HideHeaders,
): ExchangeRecord['request'] {
  return { method: masker.text(method), url: masker.url(url), headers: hide(headers), body };
}

export function maskedReceived(
  { status, statusText, httpVersion, headers, wireBytes, tls }: ReceivedResponse,
  body: KeptBody,
  { text }: Masker,
  hide: HideHeaders,
): NonNullable<ExchangeRecord['response']> {
  return {
    status,
    statusText: text(statusText),
    httpVersion,
    headers: hide(headers),
    body,
    wireBytes,
    tls: tls && {
      protocol: tls.protocol,
      cipher: tls.cipher,
      subject: text(tls.subject),
      issuer: text(tls.issuer),
      validTo: tls.validTo,
    },
  };
}

function maskedOutcome(outcome: Outcome, text: Masker['text']): ExchangeRecord['outcome'] {
  switch (outcome.kind) {
    case 'answered':
    case 'unanswered':
      return outcome;
    case 'cancelled':
      return outcome.why === undefined ? outcome : { ...outcome, why: text(outcome.why) };
    case 'failed':
      return { ...outcome, detail: text(outcome.detail) };
  }
}

function maskedNote(
  { code, title, meaning, nextStep, field, detail }: Problem,
  text: Masker['text'],
): NonNullable<ExchangeRecord['notes']>[number] {
  return {
    code,
    title: text(title),
    meaning: text(meaning),
    nextStep: text(nextStep),
    ...(field === undefined ? {} : { field: text(field) }),
    detail: orNull(detail, text),
  };
}

function orNull(value: string | null, text: Masker['text']): string | null {
  return value === null ? null : text(value);
}

import { randomUUID } from 'node:crypto';
import type { HistoryDraft } from '../../shared/bridge/history';
import { ProblemError } from '../../shared/problem';
import { draftFromHeaders } from '../../shared/vault-forward/draft-from-headers';
import { secretReference } from '../../shared/vault-forward/secret-reference';
import type { KeptExchange } from './record';
import type { ReadSecret } from './replay-plan';

/**
 * The draft of a Vault Forward request that was sent. Secret headers hold a reference while their values are known, and
 * nothing otherwise.
 */
export async function draftOf(kept: KeptExchange, readSecret: ReadSecret): Promise<HistoryDraft> {
  const { record, requestBody } = kept;
  if (record.operation !== 'vault_forward') throw notForwarded();
  const lost: string[] = [];
  const headers = await Promise.all(
    record.call.headers.map(async ({ name, value, secretId }) => {
      if (secretId === null) return { name, value: value ?? '', secret: false };
      const known = (await readSecret(secretId)) !== null;
      if (!known) lost.push(name);
      return { name, value: known ? secretReference(secretId) : '', secret: true };
    }),
  );
  const body = requestBody?.toString('utf8') ?? '';
  return {
    draft: draftFromHeaders(headers, body, randomUUID),
    profileId: record.profile.id,
    notes: [
      ...(lost.length > 0
        ? [`Enter the value of ${lost.join(', ')} anew: the history does not keep it.`]
        : []),
      ...(record.unrepeatable === null ? [] : [NOTES[record.unrepeatable]]),
    ],
  };
}

const NOTES = {
  'card-number':
    'A card number in it was not stored: what you see in its place are its first and last digits.',
  secret: 'A secret in it was not stored: put it in again where it is missing.',
  'security-code':
    'The security code of a card in it was not stored, as the rules of the card networks demand: enter it again, or put {{CARD_SECURITY_CODE_1}} in its place.',
  'too-large': 'Its body was too large to be kept whole: its end is missing.',
} as const;

function notForwarded(): ProblemError {
  return new ProblemError({
    code: 'not-vault-forward',
    title: 'Only Vault Forward requests can be edited',
    meaning: 'This exchange was a look-up; it has nothing to compose.',
    nextStep: 'Replay it as it is, or look it up again on its own screen.',
    detail: null,
  });
}

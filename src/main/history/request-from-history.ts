import type { HistoryRequest } from '@shared/bridge/history';
import type { SpecHeader } from '@shared/requests/request-spec';
import { secretIdOf } from '@shared/secrets/secret-reference';
import type { KeptExchange } from './record';
import { composedOf, type ReadSecret } from './replay-plan';

/**
 * The request as it was composed, to be opened, edited or saved, with references to those secrets that are still
 * known.
 */
export async function requestFromHistory(
  kept: KeptExchange,
  readSecret: ReadSecret,
): Promise<Omit<HistoryRequest, 'familyId'>> {
  const lost: string[] = [];
  const request = composedOf(kept);
  const known = async (header: SpecHeader): Promise<SpecHeader> => {
    const id = header.secret ? secretIdOf(header.value) : null;
    if (id === null || (await readSecret(id)) !== null) return header;
    lost.push(header.name);
    return { ...header, value: '' };
  };
  const headers = await Promise.all(request.headers.map(known));
  const { unrepeatable, profile } = kept.record;
  return {
    request: { ...request, headers },
    profileId: profile.id,
    notes: [
      ...(lost.length > 0
        ? [`Enter the value of ${lost.join(', ')} again: the history does not keep it.`]
        : []),
      ...(unrepeatable === null ? [] : [NOTES[unrepeatable]]),
    ],
  };
}

const NOTES = {
  'card-number': 'A card number in it was not stored: in its place you see its first and last digits.',
  secret: 'A secret in it was not stored: enter it again where it is missing.',
  'security-code':
    'The security code of a card in it was not stored, as the rules of the card networks demand: enter it again, or put {{CARD_SECURITY_CODE_1}} in its place.',
  'too-large': 'Its body was too large to be kept whole: its end is missing.',
} as const;

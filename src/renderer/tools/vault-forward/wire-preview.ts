import { MASKED, type HeaderList } from '@shared/http/exchange';
import type { Profile } from '@shared/profiles/profile';
import { maskSecretHeaders } from '@shared/secrets/mask-secret-headers';
import { serviceCallHeaders, wireHeaders } from '@shared/http/wire-headers';
import type { DraftFields } from '@shared/vault-forward/draft';
import { markedHeaderNames } from '@shared/vault-forward/marked-headers';
import { sameHeaderName } from '@shared/http/http-fields';
import { secretIdOf } from '@shared/secrets/secret-reference';
import {
  buildVaultForwardRequest,
  contentTypeOf,
  isSent,
  VAULT_FORWARD_PATH,
} from '@shared/vault-forward/request';

/** The request as it will go over the wire; the token is masked. The body is the editor's text. */
export interface WirePreview {
  readonly method: 'POST';
  /** Null while the profile has no base URL. */
  readonly url: string | null;
  readonly headers: HeaderList;
}

/** What main adds to a draft when it sends it: computed with the same functions as in `sending/` and `transport/`. */
export function previewRequest(
  draft: DraftFields,
  profile: Pick<Profile, 'baseUrl' | 'merchantHeader' | 'merchantAccountId'>,
  bodyBytes: number,
  version: string,
): WirePreview {
  const { method, headers } = buildVaultForwardRequest(
    { ...draft, body: '' },
    // The merchant account goes into the call to the service instead.
    { ...profile, merchantAccountId: null },
  );
  const url = profile.baseUrl === null ? null : new URL(profile.baseUrl + VAULT_FORWARD_PATH);
  const own = serviceCallHeaders(profile, MASKED, headers);
  const request = { method, host: url?.host ?? '', headers: own, bodyBytes };
  return { method, url: url?.href ?? null, headers: wireHeaders(request, version) };
}

/**
 * The same for display and copying: every secret is masked, whether its header's name or the person marks it as one.
 */
export function maskedPreview(...[draft, ...others]: Parameters<typeof previewRequest>): WirePreview {
  const preview = previewRequest(draft, ...others);
  return { ...preview, headers: maskSecretHeaders(preview.headers, markedHeaderNames(draft)) };
}

/** The headers that the destination gets, with their own names; secrets are masked. */
export function destinationHeaders(fields: DraftFields): HeaderList {
  const rows = fields.headers.filter(isSent);
  const own = rows.map(({ name, value }) => [name, value] as const);
  const declared = own.some(([name]) => sameHeaderName(name, 'content-type'));
  const type = ['content-type', contentTypeOf(fields)] as const;
  const secret = rows.filter((row) => row.secret || secretIdOf(row.value) !== null).map(({ name }) => name);
  return maskSecretHeaders(declared ? own : [type, ...own], secret);
}

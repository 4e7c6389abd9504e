/** The nonce that styles made at run time must carry; the policy refuses any other. */
export function documentNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}

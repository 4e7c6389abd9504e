/** The nonce that styles made at run time must carry; the content security policy refuses any others. */
export function documentNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}

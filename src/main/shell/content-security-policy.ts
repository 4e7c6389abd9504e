/**
 * The policy of every document of the app. The renderer has no network: `connect-src 'self'` is our own protocol, from
 * which the viewers' workers read large bodies. Styles that libraries inject carry the document's nonce.
 */
export function contentSecurityPolicy(nonce: string, developmentServer: string | null): string {
  // Vite's client talks to its server over a WebSocket and is the only exception, in development only.
  const development = developmentServer
    ? ` ${developmentServer.replace(/^http/, 'ws').replace(/\/$/, '')}`
    : '';
  return [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data:`,
    `font-src 'self'`,
    `connect-src 'self'${development}`,
    `worker-src 'self'`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}

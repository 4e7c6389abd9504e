/**
 * The policy of every document of the app. The renderer has no network: `connect-src 'self'` is our own protocol, from
 * which the viewers' workers read large bodies. Styles that libraries inject carry the document's nonce.
 */
export function contentSecurityPolicy(nonce: string, developmentServer: string | null): string {
  return [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data:`,
    `font-src 'self'`,
    `connect-src 'self' ${webSocketOf(developmentServer)}`.trimEnd(),
    `worker-src 'self'`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}

/**
 * The policy of everything that is not a document. A worker is bound by the policy of its own script: it may read
 * bodies and import its own parts, and nothing else. Other files (styles, bodies) are bound by the policy of the page
 * that reads them.
 */
export function workerPolicy(developmentServer: string | null): string {
  const development = developmentServer ? ` 'self' ${webSocketOf(developmentServer)}` : '';
  return [
    `default-src 'none'`,
    `script-src 'self'`,
    `connect-src app://explorer/bodies/${development}`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}

/** The policy of a question: its own script and styles, the app's fonts, and nothing else. */
export function questionPolicy(nonce: string, developmentServer: string | null): string {
  return [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self'${developmentServer ? ` 'nonce-${nonce}'` : ''}`,
    `font-src 'self'`,
    ...(developmentServer ? [`connect-src 'self' ${webSocketOf(developmentServer)}`] : []),
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}

/** Vite's client talks to its server over a WebSocket: the only exception, and in development only. */
function webSocketOf(developmentServer: string | null): string {
  return developmentServer ? developmentServer.replace(/^http/, 'ws').replace(/\/$/, '') : '';
}

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
 * The policy of everything that is no document. A worker has the one of its own script: it reads bodies, imports parts of
 * itself, and reaches nothing else. What is read by others than workers (styles, bodies) is bound by the reader's.
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

/** The policy of a question: its own script and styles, the app's type, and nothing else. */
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

/** Vite's client talks to its server over a WebSocket and is the only exception, in development only. */
function webSocketOf(developmentServer: string | null): string {
  return developmentServer ? developmentServer.replace(/^http/, 'ws').replace(/\/$/, '') : '';
}

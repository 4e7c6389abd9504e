/** What the renderer may know about the running Local sandbox: addresses and sample ids, no tokens. */
export interface SandboxFacts {
  readonly baseUrl: string;
  /** Base URLs of the destination that Vault Forward requests can be sent to. */
  readonly destination: { readonly http: string; readonly tls: string };
  /** Sample name to session id. */
  readonly sessions: Readonly<Record<string, string>>;
  /** HTTP status to the session id that answers with it. */
  readonly errorSessions: Readonly<Record<string, string>>;
  readonly merchantAccounts: readonly string[];
  readonly paymentMethods: readonly string[];
  readonly authentications: Readonly<Record<string, string>>;
}

/** What the renderer may know about the running Local sandbox: addresses and sample ids, but no tokens. */
export interface SandboxFacts {
  readonly baseUrl: string;
  /** Base URLs of the destination that Vault Forward requests can be sent to. */
  readonly destination: { readonly http: string; readonly tls: string };
  /** Session ids by sample name. */
  readonly sessions: Readonly<Record<string, string>>;
  /** By HTTP status: the id of the session that answers with it. */
  readonly errorSessions: Readonly<Record<string, string>>;
  readonly merchantAccounts: readonly string[];
  readonly paymentMethods: readonly string[];
  /** By ID: the card's scheme and last four digits, as in a session. */
  readonly paymentMethodNames: Readonly<Record<string, string>>;
  readonly authentications: Readonly<Record<string, string>>;
}

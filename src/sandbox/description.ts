import type { SampleTokens } from './authentication/tokens';
import type { SessionIds } from './sessions/session-handler';

/**
 * How to use a running sandbox: the first line that `npm run sandbox` prints, and what the worker posts. A stable
 * interface for scripts: names are added, never changed. It holds tokens and a private key of this start only.
 */
export interface SandboxDescription {
  readonly baseUrl: string;
  /** Base URLs of the destination that Vault Forward requests can be sent to. */
  readonly destination: { readonly http: string; readonly tls: string };
  readonly tokens: SampleTokens;
  readonly sessions: SessionIds;
  /** Card scheme, and kind of tax ID, to the id of a session that has it. */
  readonly sessionsByScheme: Readonly<Record<string, string>>;
  readonly sessionsByTaxIdKind: Readonly<Record<string, string>>;
  readonly merchantAccounts: readonly string[];
  /** IDs of the stored test cards. */
  readonly paymentMethods: readonly string[];
  /** IDs of the downstream authentication methods. */
  readonly authentications: { readonly signing: string; readonly mtls: string; readonly encryption: string };
  /** Where faults are set; the URL itself is the permission to do so. */
  readonly controlUrl: string;
  /** Signs tokens that this start accepts: ES512, PKCS#8 PEM, `kid` the RFC 7638 thumbprint. */
  readonly signingKey: { readonly kid: string; readonly privateKeyPem: string };
  /** PEM of the throwaway authority that signed the destination's certificate. */
  readonly certificateAuthority: string;
}

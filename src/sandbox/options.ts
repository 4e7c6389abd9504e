import type { ServedDocument } from '@shared/documents/served-document';
import type { VerificationKey } from './authentication/signing-key';
import type { HostedDocument } from './documents/document-host';
import type { DocumentLimits, StartDocumentProcess } from './documents/document-client';
import type { FaultPlan } from './faults/plan';
import type { LogSink } from './log/request-log';
import type { ConnectionLimits } from './server/connections';

export interface SandboxOptions {
  /** The API's port; 0 (the default) picks a free one. The destination's ports are always free ones. */
  readonly port?: number;
  /** The ports of the last run: used if they are free, otherwise any others are used. `port` takes precedence. */
  readonly wantedPorts?: { readonly api: number; readonly http: number; readonly tls: number };
  /** How many buyers each merchant account has; 2,500 unless given. */
  readonly buyers?: number;
  /** Determines the buyers, the cursors and the random faults; 1 unless given. */
  readonly seed?: number;
  /** Additional keys whose tokens are accepted. */
  readonly registeredKeys?: readonly VerificationKey[];
  /** How long Vault Forward waits for a destination to begin its answer, in ms; 30,000 unless given. */
  readonly forwardTimeoutMs?: number;
  /** The largest request body, in bytes; 16 MiB unless given. */
  readonly maxBodyBytes?: number;
  /** The largest request head, in bytes; 64 KiB unless given. */
  readonly maxHeaderBytes?: number;
  /** Faults from the start; none unless given. */
  readonly faults?: FaultPlan;
  readonly connectionLimits?: ConnectionLimits;
  /** Documents that are served beside the API's own operations from the start. */
  readonly documents?: readonly HostedDocument[];
  /** Starts the process of a document; without it no document can be served. */
  readonly startDocument?: StartDocumentProcess;
  readonly documentLimits?: DocumentLimits;
  /** Called when the state of a served document has changed. */
  readonly documentChanged?: (state: ServedDocument) => void;
  /** Receives the log lines; without it no log is written. */
  readonly log?: LogSink;
  /** The clock, in ms since 1970. */
  readonly now?: () => number;
}

export const DEFAULTS = {
  port: 0,
  buyers: 2500,
  seed: 1,
  forwardTimeoutMs: 30_000,
  maxBodyBytes: 16 * 1024 * 1024,
  maxHeaderBytes: 64 * 1024,
} as const;

/** The options, with defaults filled in; an undefined one counts as not given. */
export function withDefaults(options: SandboxOptions): { readonly [Name in keyof typeof DEFAULTS]: number } {
  return {
    port: options.port ?? DEFAULTS.port,
    buyers: options.buyers ?? DEFAULTS.buyers,
    seed: options.seed ?? DEFAULTS.seed,
    forwardTimeoutMs: options.forwardTimeoutMs ?? DEFAULTS.forwardTimeoutMs,
    maxBodyBytes: options.maxBodyBytes ?? DEFAULTS.maxBodyBytes,
    maxHeaderBytes: options.maxHeaderBytes ?? DEFAULTS.maxHeaderBytes,
  };
}

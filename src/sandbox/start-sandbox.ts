import type { TlsOptions } from 'node:tls';
import type { OperationId } from '@contract';
import type { ServedDocument } from '@shared/documents/served-document';
import { DEFAULT_MERCHANT_HEADER } from '@shared/profiles/profile';
import { ApiServer, type Handler } from './api/server';
import type { ParameterValues } from './api/parameters';
import { generateSigningKey } from './authentication/signing-key';
import { mintSampleTokens, type SampleTokens } from './authentication/tokens';
import { TokenVerifier } from './authentication/verifier';
import { BuyerHandler } from './buyers/buyer-handler';
import type { ThrowawayAuthority } from './certificates/authority';
import { Destination } from './destination/destination';
import {
  authenticationIds,
  createDownstreamAuthentication,
} from './downstream-authentication/downstream-authentication';
import { detail, RequestRefused } from './errors/api-error';
import { logDocument } from './documents/log-document';
import { ServedDocuments } from './documents/served-documents';
import { FaultControl } from './faults/control';
import { FaultInjector } from './faults/fault-injector';
import { NO_FAULTS } from './faults/plan';
import { RequestLog } from './log/request-log';
import { withDefaults, type SandboxOptions } from './options';
import {
  startLoopbackServer,
  type LoopbackServer,
  type LoopbackServerOptions,
} from './server/loopback-server';
import {
  SessionHandler,
  sessionIds,
  sessionIdsByScheme,
  sessionIdsByTaxIdKind,
  type SessionIds,
} from './sessions/session-handler';
import { storedCards } from './vault/cards';
import { Forwarder } from './vault-forward/forwarder';

export type { SandboxOptions } from './options';

/**
 * How to use a running sandbox: the first line that `npm run sandbox` prints, and what the worker posts. A stable
 * interface for scripts: names are added, never changed. Its tokens and private key are valid for this start only.
 */
export interface SandboxDescription {
  readonly baseUrl: string;
  /** Base URLs of the destination that Vault Forward requests can be sent to. */
  readonly destination: { readonly http: string; readonly tls: string };
  readonly tokens: SampleTokens;
  readonly sessions: SessionIds;
  /** From a card scheme, and from a kind of tax ID, to the id of a session that has it. */
  readonly sessionsByScheme: Readonly<Record<string, string>>;
  readonly sessionsByTaxIdKind: Readonly<Record<string, string>>;
  readonly merchantAccounts: readonly string[];
  /** IDs of the stored test cards. */
  readonly paymentMethods: readonly string[];
  /** By ID: the card's scheme and last four digits, `visa •••• 1111`. */
  readonly paymentMethodNames: Readonly<Record<string, string>>;
  /** IDs of the downstream authentication methods. */
  readonly authentications: { readonly signing: string; readonly mtls: string; readonly encryption: string };
  /** Where faults are set; knowing this URL is all the permission that is needed. */
  readonly controlUrl: string;
  /** Signs tokens that this run accepts: ES512, PKCS#8 PEM, `kid` is the RFC 7638 thumbprint. */
  readonly signingKey: { readonly kid: string; readonly privateKeyPem: string };
  /** The API documents that are also served, with made-up data. */
  readonly documents: readonly Pick<ServedDocument, 'title' | 'version' | 'operations'>[];
}

export interface RunningSandbox {
  readonly description: SandboxDescription;
  /** The PEM certificate of the throwaway authority that signs the destination's certificate. */
  readonly certificateAuthority: () => Promise<string>;
  readonly documents: ServedDocuments;
  /** Settles within a second, even with connections open. */
  close(): Promise<void>;
}

/** Starts the API and its destination on 127.0.0.1. Rejects if a port is taken. */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const { now = Date.now } = options;
  const settings = withDefaults(options);
  const log = new RequestLog(options.log ?? null);
  const signingKey = await generateSigningKey();
  const authority = authorityWhenNeeded(now);
  const tokens = await mintSampleTokens(signingKey, now());
  const verifier = new TokenVerifier([signingKey, ...(options.registeredKeys ?? [])], now);
  const authentication = createDownstreamAuthentication(authority, now);
  const destination = new Destination(authentication, log);
  const forwarder = new Forwarder({
    authentication,
    maxBodyBytes: settings.maxBodyBytes,
    timeoutMs: settings.forwardTimeoutMs,
    authority: async () => (await authority()).certificate,
  });
  const faults = new FaultInjector(settings.seed, now);
  faults.standing = options.faults ?? NO_FAULTS;
  const control = new FaultControl(faults);
  const documents = new ServedDocuments({
    start: options.startDocument ?? noProcess,
    maxBodyBytes: settings.maxBodyBytes,
    ...(options.documentLimits ? { limits: options.documentLimits } : {}),
    changed: (state) => {
      logDocument(log, state);
      options.documentChanged?.(state);
    },
  });
  const api = new ApiServer({
    documents,
    verifier,
    handlers: createHandlers(settings, forwarder, now),
    faults,
    control,
    log,
  });

  const shared = { maxHeaderBytes: settings.maxHeaderBytes, connectionLimits: options.connectionLimits };
  const tls = async (): Promise<TlsOptions> => {
    const { certificate, server } = await authority();
    return {
      cert: server.certificate,
      key: server.key,
      ca: certificate,
      requestCert: true,
      // A client without a certificate is served as well; the answer says whether there was one.
      rejectUnauthorized: false,
    };
  };
  const { wantedPorts: wanted } = options;
  const servers = await startAll([
    { ...shared, port: settings.port, wantedPort: wanted?.api, listener: api.listener },
    { ...shared, port: 0, wantedPort: wanted?.http, listener: destination.listener },
    { ...shared, port: 0, wantedPort: wanted?.tls, listener: destination.listener, tls },
  ]);
  const [apiPort, plainPort, tlsPort] = servers.map(({ port }) => port);
  const close = async (): Promise<void> => {
    documents.close();
    await Promise.all(servers.map((server) => server.close()));
  };
  try {
    for (const document of options.documents ?? []) await documents.serveOrThrow(document);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    description: {
      baseUrl: `http://127.0.0.1:${apiPort}`,
      destination: {
        http: `http://127.0.0.1:${plainPort}`,
        tls: `https://127.0.0.1:${tlsPort}`,
      },
      tokens,
      sessions: sessionIds,
      sessionsByScheme: sessionIdsByScheme,
      sessionsByTaxIdKind: sessionIdsByTaxIdKind,
      merchantAccounts,
      paymentMethods: storedCards.map(({ id }) => id),
      paymentMethodNames: Object.fromEntries(
        storedCards.map(({ id, scheme, number }) => [id, `${scheme} •••• ${number.slice(-4)}`]),
      ),
      authentications: authenticationIds,
      controlUrl: `http://127.0.0.1:${apiPort}${control.path}`,
      signingKey: {
        kid: signingKey.kid,
        privateKeyPem: signingKey.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      },
      documents: documents.states.map(({ title, version, operations }) => ({ title, version, operations })),
    },
    certificateAuthority: async () => (await authority()).certificate,
    documents,
    close,
  };
}

/**
 * Loaded only when needed, together with its libraries, which are larger than the rest of the sandbox: most runs never
 * need it.
 */
function authorityWhenNeeded(now: () => number): () => Promise<ThrowawayAuthority> {
  let made: Promise<ThrowawayAuthority> | null = null;
  const make = async (): Promise<ThrowawayAuthority> =>
    (await import('./certificates/authority')).createThrowawayAuthority(now());
  return () => (made ??= make());
}

function noProcess(): never {
  throw new Error('This sandbox was started without a way to start the process of a document.');
}

/** All or none: if one server cannot start, the others are stopped. */
async function startAll(options: readonly LoopbackServerOptions[]): Promise<readonly LoopbackServer[]> {
  const started = await Promise.allSettled(options.map(startLoopbackServer));
  const servers = started.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const failed = started.find((result) => result.status === 'rejected');
  if (!failed) return servers;
  await Promise.all(servers.map((server) => server.close()));
  throw failed.reason;
}

/**
 * The merchant accounts of the sandbox. The first one owns the sample sessions, and is used if a request names none.
 */
const merchantAccounts = ['acme', 'globex'] as const;

type MerchantAccount = (typeof merchantAccounts)[number];

/**
 * The account that a request selects (specification: Authentication 4). The specification does not show the answer for
 * an unknown account; it is treated here as an account that the caller may not act for.
 */
function selectedAccount(parameters: ParameterValues): MerchantAccount {
  const wanted = parameters.get(DEFAULT_MERCHANT_HEADER) ?? merchantAccounts[0];
  const account = merchantAccounts.find((known) => known === wanted);
  if (account) return account;
  const message = `No such merchant account. The sandbox has ${merchantAccounts.join(' and ')}.`;
  throw new RequestRefused(403, { message, details: [detail('header', [DEFAULT_MERCHANT_HEADER], message)] });
}

function createHandlers(
  settings: { readonly buyers: number; readonly seed: number },
  forwarder: Forwarder,
  now: () => number,
): ApiHandlers {
  const sessions = new SessionHandler(now);
  const buyers = new Map<MerchantAccount, BuyerHandler>(
    merchantAccounts.map((account, accountNumber) => [
      account,
      new BuyerHandler({ count: settings.buyers, seed: settings.seed, account, accountNumber }),
    ]),
  );
  return {
    get_checkout_session: ({ parameters }) => {
      const ownsSamples = selectedAccount(parameters) === merchantAccounts[0];
      return sessions.get(String(parameters.get('session_id')).toLowerCase(), ownsSamples);
    },
    list_buyers: ({ parameters }) => {
      const handler = buyers.get(selectedAccount(parameters));
      if (!handler) throw new RequestRefused(404);
      const cursor = parameters.get('cursor');
      const limit = parameters.get('limit');
      return handler.list({
        ...(typeof cursor === 'string' ? { cursor } : {}),
        ...(typeof limit === 'number' ? { limit } : {}),
      });
    },
    vault_forward: (call) => {
      // Cards and authentication methods serve both accounts, so the account only has to exist.
      selectedAccount(call.parameters);
      return forwarder.forward(call);
    },
  };
}

type ApiHandlers = Readonly<Record<OperationId, Handler>>;

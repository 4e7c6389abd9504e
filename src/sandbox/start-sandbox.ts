import type { OperationId } from '@contract';
import { ApiServer } from './api/server';
import type { Handler } from './api/server';
import { generateSigningKey } from './authentication/signing-key';
import { mintSampleTokens } from './authentication/tokens';
import { TokenVerifier } from './authentication/verifier';
import { BuyerHandler } from './buyers/buyer-handler';
import { createThrowawayAuthority } from './certificates/authority';
import type { SandboxDescription } from './description';
import { Destination } from './destination/destination';
import {
  authenticationIds,
  createDownstreamAuthentication,
} from './downstream-authentication/downstream-authentication';
import { RequestRefused } from './errors/api-error';
import { FaultControl } from './faults/control';
import { FaultInjector } from './faults/fault-injector';
import { NO_FAULTS } from './faults/plan';
import { RequestLog } from './log/request-log';
import { merchantAccounts, selectedAccount } from './merchant-accounts';
import type { MerchantAccount } from './merchant-accounts';
import type { SandboxOptions } from './options';
import { withDefaults } from './options';
import type { LoopbackServer, LoopbackServerOptions } from './server/loopback-server';
import { startLoopbackServer } from './server/loopback-server';
import {
  SessionHandler,
  sessionIds,
  sessionIdsByScheme,
  sessionIdsByTaxIdKind,
} from './sessions/session-handler';
import { storedCards } from './vault/cards';
import { Forwarder } from './vault-forward/forwarder';

export type { SandboxDescription } from './description';
export type { SandboxOptions } from './options';

export interface RunningSandbox {
  readonly description: SandboxDescription;
  /** Settles within a second, with connections open. */
  close(): Promise<void>;
}

/** Starts the API and its destination on 127.0.0.1. Rejects when a port is taken. */
export async function startSandbox(options: SandboxOptions = {}): Promise<RunningSandbox> {
  const { now = Date.now } = options;
  const settings = withDefaults(options);
  const log = new RequestLog(options.log ?? null);
  const [signingKey, authority] = await Promise.all([generateSigningKey(), createThrowawayAuthority(now())]);
  const tokens = await mintSampleTokens(signingKey, now());
  const verifier = new TokenVerifier([signingKey, ...(options.registeredKeys ?? [])], now);
  const authentication = createDownstreamAuthentication(authority, now);
  const destination = new Destination(authentication, log);
  const forwarder = new Forwarder({
    authentication,
    maxBodyBytes: settings.maxBodyBytes,
    timeoutMs: settings.forwardTimeoutMs,
    authority: authority.certificate,
  });
  const faults = new FaultInjector(settings.seed, now);
  faults.standing = options.faults ?? NO_FAULTS;
  const control = new FaultControl(faults);
  const api = new ApiServer({
    verifier,
    handlers: createHandlers(settings, forwarder, now),
    faults,
    control,
    log,
  });

  const shared = { maxHeaderBytes: settings.maxHeaderBytes, connectionLimits: options.connectionLimits };
  const tls = {
    cert: authority.server.certificate,
    key: authority.server.key,
    ca: authority.certificate,
    requestCert: true,
    // A request without a certificate is served as well: the answer says whether there was one.
    rejectUnauthorized: false,
  };
  const servers = await startAll([
    { ...shared, port: settings.port, listener: api.listener },
    { ...shared, port: 0, listener: destination.listener },
    { ...shared, port: 0, listener: destination.listener, tls },
  ]);
  const [apiPort, plainPort, tlsPort] = servers.map(({ port }) => port);
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
      authentications: authenticationIds,
      controlUrl: `http://127.0.0.1:${apiPort}${control.path}`,
      signingKey: {
        kid: signingKey.kid,
        privateKeyPem: signingKey.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      },
      certificateAuthority: authority.certificate,
    },
    close: async () => {
      await Promise.all(servers.map((server) => server.close()));
    },
  };
}

/** All or none: one that cannot start stops the others. */
async function startAll(options: readonly LoopbackServerOptions[]): Promise<readonly LoopbackServer[]> {
  const started = await Promise.allSettled(options.map(startLoopbackServer));
  const servers = started.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const failed = started.find((result): result is PromiseRejectedResult => result.status === 'rejected');
  if (!failed) return servers;
  await Promise.all(servers.map((server) => server.close()));
  throw failed.reason;
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
      // Cards and authentication methods serve both accounts; the account only has to be one.
      selectedAccount(call.parameters);
      return forwarder.forward(call);
    },
  };
}

type ApiHandlers = Readonly<Record<OperationId, Handler>>;

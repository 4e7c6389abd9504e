import type { Socket } from 'node:net';
import type { DiagnosisStep, TransportOptions, TransportResult, TransportServices } from './types';
import { ProblemError } from '@shared/problem';
import { detailOf } from './failures';
import { hostOf, isLoopback, openTunnel, portOf, readProxyUrl, routesTo, type Route } from './proxy';
import { connectTcp, resolveAddresses } from './tcp';
import { loadTlsMaterial, startTls, tlsFactsOf, type TlsContexts } from './tls';
import { outcomeProblem } from '@shared/http/describe-failure';
import { describeProxyTls, describeTls } from '@shared/http/describe-tls';
import { parseUrl } from '@shared/http/parse-url';
import { codeOf } from '@shared/text/code-of';

/** Thrown inside a step to end the diagnosis with these words. */
class StepFailure extends Error {}

interface Step {
  readonly name: DiagnosisStep['name'];
  readonly run: () => Promise<string>;
}

/** Sends a GET without any credentials, and discards the body. */
type Probe = (url: string) => Promise<TransportResult>;

/**
 * Checks the connection to a server step by step, describes what works and what does not, and ends at the first step
 * that fails. No token leaves the computer. The TLS step inspects the certificate even if it is not trusted, on a
 * connection that is closed without sending a byte of HTTP.
 */
export async function diagnose(
  address: string,
  options: TransportOptions,
  services: Pick<TransportServices, 'resolveSystemProxy'>,
  probe: Probe,
  signal: AbortSignal,
): Promise<readonly DiagnosisStep[]> {
  const target = parseUrl(address);
  if (!target)
    return [{ name: 'Settings', ok: false, words: 'The base URL cannot be read as an address.', ms: 0 }];
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), options.timeouts.connectMs);
  signal.addEventListener('abort', () => limit.abort());
  const journey = new Journey(target, options, services, limit.signal);
  const done: DiagnosisStep[] = [];
  try {
    for (const step of [
      ...journey.steps(),
      { name: 'HTTP' as const, run: () => askOverHttp(target, options, probe) },
    ]) {
      const began = performance.now();
      const report = (ok: boolean, words: string, field?: string): void => {
        const ms = performance.now() - began;
        done.push({ name: step.name, ok, words, ms, ...(field === undefined ? {} : { field }) });
      };
      try {
        report(true, await step.run());
      } catch (error) {
        report(
          false,
          limit.signal.aborted && step.name !== 'HTTP' ? describeTimeout(options, signal) : wordsOf(error),
          error instanceof ProblemError ? error.problem.field : undefined,
        );
        break;
      }
    }
  } finally {
    clearTimeout(timer);
    journey.end();
  }
  return done;
}

class Journey {
  private contexts: TlsContexts | null = null;
  private route: Route = null;
  private addresses: Awaited<ReturnType<typeof resolveAddresses>> = [];
  private socket: Socket | null = null;

  constructor(
    private readonly target: URL,
    private readonly options: TransportOptions,
    private readonly services: Pick<TransportServices, 'resolveSystemProxy'>,
    private readonly signal: AbortSignal,
  ) {}

  steps(): readonly Step[] {
    const proxied = this.options.proxy.kind !== 'none' && !isLoopback(hostOf(this.target));
    return [
      { name: 'Settings', run: () => this.readSettings() },
      ...(proxied ? [{ name: 'Proxy' as const, run: () => this.findProxy() }] : []),
      { name: 'DNS', run: () => this.resolve() },
      { name: 'TCP', run: () => this.connect() },
      ...(this.target.protocol === 'https:' ? [{ name: 'TLS' as const, run: () => this.secure() }] : []),
    ];
  }

  end(): void {
    this.socket?.destroy();
  }

  private async readSettings(): Promise<string> {
    if (this.options.proxy.kind === 'manual') readProxyUrl(this.options.proxy.url);
    this.contexts = (await loadTlsMaterial(this.options)).makeContexts();
    const parts = [
      ...(this.options.extraCaFile === null ? [] : [`the extra CA file ${this.options.extraCaFile}`]),
      ...(this.options.clientCertificate === null
        ? []
        : [`the client certificate ${this.options.clientCertificate.certificateFile}`]),
    ];
    return parts.length === 0 ? 'The profile’s settings can be used.' : `Read ${parts.join(' and ')}.`;
  }

  private async findProxy(): Promise<string> {
    const routes = await routesTo(
      this.target,
      this.options.proxy,
      this.services.resolveSystemProxy,
      this.signal,
    );
    this.route = routes[0] ?? null;
    return this.route
      ? `Through ${this.route.host}:${this.route.port}.`
      : 'The system asks for no proxy here.';
  }

  private async resolve(): Promise<string> {
    const { host } = this.nextHop();
    this.addresses = await resolveAddresses(host, this.signal).catch((error: unknown) => {
      throw new StepFailure(`The name ${host} was not found (${codeOf(error) || detailOf(error)}).`);
    });
    const [first, ...more] = this.addresses;
    if (first?.address === host) return `${host} is an address: nothing to look up.`;
    return `${host} is ${first?.address ?? 'without address'}${more.length > 0 ? ` and ${more.length} more` : ''}.`;
  }

  private async connect(): Promise<string> {
    const { host, port } = this.nextHop();
    this.socket = await connectTcp(this.addresses, port, this.signal).catch((error: unknown) => {
      throw new StepFailure(`Nothing answers at ${host}:${port} (${codeOf(error) || detailOf(error)}).`);
    });
    this.socket.on('error', ignore);
    const reached = `Connected to ${this.socket.remoteAddress ?? host}, port ${port}.`;
    if (!this.route || this.target.protocol !== 'https:') return reached;
    if (this.route.secure) this.socket = await this.handshake(host, 'proxy');
    await openTunnel(this.socket, this.target, this.route, this.signal);
    return `${reached} The proxy opened a connection to ${this.target.host}.`;
  }

  private async secure(): Promise<string> {
    const host = hostOf(this.target);
    const secured = await this.handshake(host, 'service');
    this.socket = secured;
    const facts = tlsFactsOf(secured);
    const certificate = `${facts.protocol}; certificate of ${facts.subject}, issued by ${facts.issuer}, valid until ${facts.validTo.slice(0, 10)}`;
    if (secured.authorized) return `${certificate}${expiryWarning(facts.validTo)}.`;
    const reason = String(secured.authorizationError);
    const names = secured.getPeerCertificate().subjectaltname;
    const { meaning, nextStep } = describeTls(reason, host);
    throw new StepFailure(
      `${meaning} ${nextStep} (${reason}; ${certificate}${names ? `; for ${names}` : ''})`,
    );
  }

  /** What is wrong with the service's certificate is read from the connection; a proxy's has to be right. */
  private async handshake(host: string, peer: keyof TlsContexts): ReturnType<typeof startTls> {
    if (!this.socket || !this.contexts) throw new Error('TLS comes after the connection');
    try {
      const context = this.contexts[peer]();
      const secured = await startTls(this.socket, { host, context, verify: peer === 'proxy' }, this.signal);
      secured.on('error', ignore);
      return secured;
    } catch (error) {
      const detail = detailOf(error);
      const ofProxy = peer === 'proxy' ? describeProxyTls(detail) : null;
      const { meaning, nextStep } = ofProxy ?? describeTls(detail, host);
      throw new StepFailure(`${meaning} ${nextStep} (${detail})`);
    }
  }

  private nextHop(): { host: string; port: number } {
    return this.route ?? { host: hostOf(this.target), port: portOf(this.target) };
  }
}

async function askOverHttp(target: URL, options: TransportOptions, probe: Probe): Promise<string> {
  const { outcome, response, timings, connection } = await probe(target.href);
  if (response) {
    const ms = Math.round(timings.totalMs);
    return `${target.host} answers HTTP/${response.httpVersion}: status ${response.status} without a token, in ${ms} ms.`;
  }
  if (outcome.kind === 'answered') throw new Error('An answered call has a response');
  const call = {
    method: 'GET',
    url: target.href,
    timeouts: options.timeouts,
    proxy: connection?.proxy ?? null,
  };
  const problem = outcomeProblem(outcome, call);
  throw new StepFailure(
    `${problem.title}. ${problem.nextStep}${problem.detail === null ? '' : ` (${problem.detail})`}`,
  );
}

const SOON_MS = 21 * 24 * 3_600_000;

function expiryWarning(validTo: string): string {
  const left = Date.parse(validTo) - Date.now();
  return left < SOON_MS ? ` (in ${Math.floor(left / 86_400_000)} days)` : '';
}

/** The connection was only opened for inspection: errors after that do not matter. */
function ignore(): void {
  // Without a listener the error would end the process.
}

function describeTimeout(options: TransportOptions, cancelled: AbortSignal): string {
  return cancelled.aborted ? 'Cancelled.' : `No answer within ${options.timeouts.connectMs} ms.`;
}

function wordsOf(error: unknown): string {
  if (error instanceof ProblemError) return `${error.problem.title}. ${error.problem.nextStep}`;
  return detailOf(error);
}

import { Attempt } from './attempt';
import { diagnose } from './diagnose';
import { Pools } from './pools';
import type { DiagnosisCall, Transport, TransportOptions, TransportServices } from './types';

/** After the computer wakes, a read's connection may be silent for this long before it counts as dead. */
const WAKE_GRACE_MS = 5_000;

/** A diagnosis looks at the head of the answer; a short body is read, so that the connection ends in good order. */
const PROBED_BYTES = 64 * 1024;

/**
 * HTTP/1.1 over node:http(s), one request at a time and exactly as given. HTTP/2 is not supported: its headers are
 * compressed and lower-cased, so there would be no exact text to show.
 */
export function createTransport(services: TransportServices): Transport {
  const pools = new Pools();
  const running = new Set<Attempt>();
  const send: Transport['send'] = (request, options, watch) => {
    const attempt = new Attempt(services, pools, request, options, watch);
    running.add(attempt);
    const result = attempt.run().finally(() => running.delete(attempt));
    return { result, cancel: () => attempt.cancel(), cancelUnsent: () => attempt.cancelUnsent() };
  };
  return {
    send,
    diagnose: (url, options) => startDiagnosis(url, options, services, send),
    closeIdleConnections: () => pools.closeIdleConnections(),
    sleep: () => running.forEach((attempt) => attempt.sleep()),
    wake: () => {
      pools.closeIdleConnections();
      running.forEach((attempt) => attempt.wake(services.wakeGraceMs ?? WAKE_GRACE_MS));
    },
  };
}

function startDiagnosis(
  url: string,
  options: TransportOptions,
  services: TransportServices,
  send: Transport['send'],
): DiagnosisCall {
  const stop = new AbortController();
  const probe = async (address: string): ReturnType<typeof send>['result'] => {
    const wanted = { ...options, bodyLimitBytes: PROBED_BYTES };
    const call = send({ method: 'GET', url: address, headers: [], body: null }, wanted);
    stop.signal.addEventListener('abort', () => call.cancel());
    const result = await call.result;
    if (result.response) await services.bodies.release(result.response.bodyId);
    return result;
  };
  return { result: diagnose(url, options, services, probe, stop.signal), cancel: () => stop.abort() };
}

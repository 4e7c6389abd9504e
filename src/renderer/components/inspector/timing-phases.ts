import type { Timings } from '@shared/http/exchange';

/** A part of an exchange's time. `start` and `share` are fractions of the total, from 0 to 1. */
export interface Phase {
  readonly name: string;
  readonly ms: number;
  readonly start: number;
  readonly share: number;
  /** True for the longest phase. */
  readonly longest: boolean;
}

/**
 * The phases on one scale, in order; phases that did not happen are left out, such as the address look-up of a
 * connection that is already open.
 */
export function phasesOf(timings: Timings): readonly Phase[] {
  const known: readonly (readonly [string, number | null])[] = [
    ['Address', timings.dnsMs],
    ['Connection', timings.connectMs],
    ['TLS', timings.tlsMs],
    ['Service', timings.firstByteMs],
    ['Receiving', timings.downloadMs],
  ];
  const happened = known.flatMap(([name, ms]) => (ms === null ? [] : [{ name, ms }]));
  const sum = happened.reduce((all, { ms }) => all + ms, 0);
  const total = Math.max(timings.totalMs, sum, 0.001);
  const most = Math.max(0, ...happened.map(({ ms }) => ms));
  // The unmeasured part came first, while the request waited in the app.
  let at = total - sum;
  return happened.map(({ name, ms }) => {
    const start = at / total;
    at += ms;
    return { name, ms, start, share: ms / total, longest: ms === most };
  });
}

const WHERE: Readonly<Record<string, string>> = {
  Address: 'to find the address',
  Connection: 'to connect',
  TLS: 'for TLS',
  Service: 'in the service',
  Receiving: 'to receive the answer',
};

/** Where most of the time went: `half of it in the service`; null when no phase stands out. */
export function describeLongest(phases: readonly Phase[]): string | null {
  const longest = phases.find((phase) => phase.longest);
  if (longest === undefined || longest.share < 0.4) return null;
  const part = longest.share < 0.6 ? 'half of it' : longest.share < 0.9 ? 'most of it' : 'nearly all of it';
  return `${part} ${WHERE[longest.name] ?? ''}`;
}

/** `84 ms`, `0.4 ms`: with one decimal place below 10 ms. */
export function formatMs(ms: number): string {
  return `${ms < 10 ? (Math.round(ms * 10) / 10).toString() : Math.round(ms).toLocaleString('en')} ms`;
}

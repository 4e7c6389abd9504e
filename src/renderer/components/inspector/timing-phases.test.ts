import { describe, expect, it } from 'vitest';
import { describeLongest, formatMs, phasesOf } from './timing-phases';

const NOTHING = { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null, downloadMs: null };

describe('the phases of an exchange', () => {
  it('follow one another on a scale that ends with the exchange', () => {
    const phases = phasesOf({
      dnsMs: 10,
      connectMs: 10,
      tlsMs: null,
      firstByteMs: 50,
      downloadMs: 10,
      totalMs: 100,
    });
    expect(phases.map(({ name }) => name)).toEqual(['Address', 'Connection', 'Service', 'Receiving']);
    expect(phases.map(({ start }) => start)).toEqual([0.2, 0.3, 0.4, 0.9]);
    expect(phases.filter(({ longest }) => longest).map(({ name }) => name)).toEqual(['Service']);
    expect(describeLongest(phases)).toBe('half of it in the service');
  });

  it('never exceed their scale, whatever the clock measured', () => {
    const phases = phasesOf({ ...NOTHING, firstByteMs: 30, downloadMs: 30, totalMs: 40 });
    expect(phases.map(({ start, share }) => start + share)).toEqual([0.5, 1]);
  });

  it('are empty if nothing was measured', () => {
    expect(phasesOf({ ...NOTHING, totalMs: 0 })).toEqual([]);
    expect(describeLongest([])).toBeNull();
  });

  it('are formatted in milliseconds', () => {
    expect([0, 0.04, 0.44, 9.96, 12.4, 1234.5].map(formatMs)).toEqual([
      '0 ms',
      '0 ms',
      '0.4 ms',
      '10 ms',
      '12 ms',
      '1,235 ms',
    ]);
  });
});

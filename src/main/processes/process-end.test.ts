import { describe, expect, it } from 'vitest';
import { describeProcessEnd, utilityProcessEnd } from './process-end';

describe('the end of a process in words', () => {
  it.each([
    [11, 'linux', 'by SIGSEGV (signal 11)'],
    [128 + 11, 'linux', 'by SIGSEGV (signal 11)'],
    [6, 'linux', 'by SIGABRT (signal 6)'],
    [0, 'linux', 'with exit code 0'],
    [1, 'linux', 'with exit code 1'],
    [11, 'win32', 'with exit code 11'],
    [0xc0000005, 'win32', 'with exit code 3221225477 (0xC0000005)'],
  ] as const)('%i on %s: %s', (code, platform, words) => {
    expect(describeProcessEnd(utilityProcessEnd(code, platform))).toBe(words);
  });
});

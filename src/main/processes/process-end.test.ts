import { describe, expect, it } from 'vitest';
import { causeOf, describeProcessEnd, utilityProcessEnd } from './process-end';

describe('how a process ended', () => {
  it.each([
    [11, 'linux', 'by SIGSEGV (signal 11)', 'crashed'],
    [128 + 11, 'linux', 'by SIGSEGV (signal 11)', 'crashed'],
    [9, 'linux', 'by SIGKILL (signal 9)', 'killed'],
    [15, 'linux', 'by SIGTERM (signal 15)', 'killed'],
    [6, 'linux', 'by SIGABRT (signal 6)', 'crashed'],
    [0, 'linux', 'with exit code 0', 'exited'],
    [1, 'linux', 'with exit code 1', 'exited'],
    [11, 'win32', 'with exit code 11', 'exited'],
    [0xc0000005, 'win32', 'with exit code 3221225477 (0xC0000005)', 'crashed'],
  ] as const)('%i on %s is described as “%s” and counts as %s', (code, platform, words, cause) => {
    const end = utilityProcessEnd(code, platform);
    expect(describeProcessEnd(end)).toBe(words);
    expect(causeOf(end)).toBe(cause);
  });
});

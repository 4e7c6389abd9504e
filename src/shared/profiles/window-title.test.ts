import { describe, expect, it } from 'vitest';
import { windowTitle } from './window-title';

describe('windowTitle', () => {
  it.each([
    [null, 'Payments API Explorer'],
    [{ name: 'Sandbox EU', environment: 'sandbox' }, 'Sandbox EU · Payments API Explorer'],
    [{ name: 'Local sandbox', environment: 'local' }, 'Local sandbox · Payments API Explorer'],
    [{ name: 'Acme', environment: 'production' }, 'PRODUCTION · Acme · Payments API Explorer'],
  ] as const)('%j', (profile, title) => {
    expect(windowTitle(profile)).toBe(title);
  });
});

import { describe, expect, it } from 'vitest';
import { finding, type DraftSeverity } from '@shared/vault-forward/finding';
import { describeFindings, describeReadiness } from './readiness';

const found = (...severities: DraftSeverity[]) =>
  severities.map((severity) => finding('x', severity, { field: 'body' }, ''));
const URL_MISSING = finding('url-missing', 'error', { field: 'destinationUrl' }, '');
const facts = { findings: found(), quiet: false, tried: false, asks: false };

describe('describeReadiness', () => {
  it.each([
    [{}, 'ready', 'Ready to send'],
    [{ findings: found('note') }, 'ready', 'Ready to send'],
    [{ findings: found('warning', 'note') }, 'warning', 'Ready, 1 warning'],
    [{ findings: found('error', 'warning') }, 'error', '1 error stops it'],
    [{ findings: found('error', 'error') }, 'error', '2 errors stop it'],
    [{ asks: true }, 'warning', 'Send asks first'],
    [{ quiet: true, findings: [URL_MISSING] }, 'neutral', 'Enter a destination'],
    [{ findings: [URL_MISSING, ...found('warning')] }, 'neutral', 'Enter a destination'],
    [{ findings: [URL_MISSING], tried: true }, 'error', '1 error stops it'],
  ])('%j', (some, tone, words) => {
    expect(describeReadiness({ ...facts, ...some })).toEqual({ tone, words });
  });
});

describe('describeFindings', () => {
  it.each<[DraftSeverity[], string]>([
    [[], 'no findings'],
    [['note'], '1 note'],
    [['warning', 'warning', 'note'], '2 warnings'],
    [['error'], '1 error stops it'],
    [['error', 'error', 'warning'], '2 errors stop it, 1 warning does not'],
    [['error', 'warning', 'warning'], '1 error stops it, 2 warnings do not'],
  ])('%j', (severities, words) => {
    expect(describeFindings(found(...severities))).toBe(words);
  });
});

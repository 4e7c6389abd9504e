import { expect, it } from 'vitest';
import { apiError } from '@shared/testing/exchanges';
import { describeDetail } from './describe-detail';

it('summarises an error of the service, and shortens anything else to one line', () => {
  expect(describeDetail(apiError(404, 'not_found'))).toBe('404 · not_found · said by the service');
  expect(describeDetail('\n{\n  "error": true\n}')).toBe('{ "error": true }');
  expect(describeDetail('read ECONNRESET\n  at a line')).toBe('read ECONNRESET at a line');
  expect(describeDetail('7')).toBe('7');
  expect(describeDetail('x'.repeat(4000))).toHaveLength(400);
});

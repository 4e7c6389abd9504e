import { expect, it } from 'vitest';
import { processorMs } from '../testing/processor-ms.fixture';
import { compareNumbers } from './decimal';

it('compares a number with 100,000 zeros within it in a moment', () => {
  const zeros = '0'.repeat(100_000);
  let order = 0;
  expect(processorMs(() => (order = compareNumbers(`1${zeros}1`, `1${zeros}2`)))).toBeLessThan(300);
  expect(order).toBeLessThan(0);
});

import { expect, it } from 'vitest';
import { VariableValues } from './variable-values';

it('leaves a value open that is made of others over too many steps', () => {
  const count = 50_000;
  const variables = Array.from({ length: count }, (_, index) => ({
    name: `v${index}`,
    value: index === count - 1 ? 'end' : `{{v${index + 1}}}`,
    secret: false,
  }));
  const values = new VariableValues(variables, 'braces');
  expect(values.of('v0')).toBeNull();
  expect(values.partsOf('v0').size).toBeLessThan(200);
  expect(values.of(`v${count - 3}`)).toBe('end');
});

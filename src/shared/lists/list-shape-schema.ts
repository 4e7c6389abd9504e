import { z } from 'zod';
import type { CursorRule, ListShape } from './list-shape';

const steps = z.array(z.string().max(200)).max(10).readonly();
const parameter = z.string().min(1).max(200);
const rule: z.ZodType<CursorRule> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('field'), steps, parameter }),
  z.object({ kind: z.literal('address'), steps, parameter }),
  z.object({ kind: z.literal('item'), end: z.enum(['first', 'last']), more: steps, parameter }),
]);

export const listShapeSchema: z.ZodType<ListShape> = z.object({
  items: steps,
  next: rule,
  previous: rule.nullable(),
});

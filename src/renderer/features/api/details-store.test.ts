import { createPinia, setActivePinia } from 'pinia';
import { beforeEach, expect, it, vi } from 'vitest';
import { refuse, succeed } from '@shared/problem';
import { useDetailsStore } from './details-store';

const problem = { code: 'not-in-document', title: 'No', meaning: 'No', nextStep: 'No', detail: null };
const explorer = { describeOperation: vi.fn(), describeModel: vi.fn() };

beforeEach(() => {
  vi.resetAllMocks();
  vi.stubGlobal('explorer', explorer);
  setActivePinia(createPinia());
});

it('shows the operation requested last, even if an earlier one is answered later', async () => {
  const details = useDetailsStore();
  let answerFirst: (value: unknown) => void = () => undefined;
  explorer.describeOperation.mockImplementationOnce(() => new Promise((resolve) => (answerFirst = resolve)));
  explorer.describeOperation.mockResolvedValueOnce(succeed({ id: 'second' }));
  const first = details.open('doc', 'first', '1');
  await details.open('doc', 'second', '1');
  answerFirst(succeed({ id: 'first' }));
  await first;
  expect(details.operation).toEqual({ id: 'second' });
});

it('asks for a model once, and forgets it when the document version changes', async () => {
  const details = useDetailsStore();
  explorer.describeOperation.mockResolvedValue(succeed({ id: 'a' }));
  explorer.describeModel.mockResolvedValue(succeed({ name: 'Order' }));
  await details.open('doc', 'a', '1');
  await details.showModel('doc', '#/Order');
  await details.showModel('doc', '#/Order');
  expect(explorer.describeModel).toHaveBeenCalledTimes(1);
  expect(details.models.get('#/Order')).toEqual({ model: { name: 'Order' } });
  await details.open('doc', 'a', '2');
  expect(explorer.describeOperation).toHaveBeenCalledTimes(2);
  expect(details.models.size).toBe(0);
  explorer.describeModel.mockResolvedValue(refuse(problem));
  await details.showModel('doc', '#/Order');
  expect(details.models.get('#/Order')).toEqual({ problem });
});

it('says why an operation cannot be shown, until it is closed', async () => {
  const details = useDetailsStore();
  explorer.describeOperation.mockResolvedValue(refuse(problem));
  await details.open('doc', 'a', '1');
  expect([details.operation, details.problem]).toEqual([null, problem]);
  details.close();
  expect(details.problem).toBeNull();
});

import { expect, it } from 'vitest';
import { MASKED } from '@shared/http/exchange';
import { BodyStore } from './body-store';
import { bodyHandlers } from './body-handlers';

it('saves a text without card data and without any secret that the app knows', async () => {
  const written: string[] = [];
  const files = {
    choosePath: async () => null,
    choosePathToSave: async () => null,
    chooseFolder: async () => null,
    openText: async () => null,
    saveText: async ({ text }: { readonly text: string }) => {
      written.push(text);
      return '/a/file';
    },
  };
  const handlers = bodyHandlers(new BodyStore({ directory: '' }), files, async () => ['CANARY/1+2']);
  const text = '{"t":"CANARY%2F1%2B2","number":"4111111111111111"}';
  expect(await handlers.saveTextBody.handle({ text, suggestedName: 'body.json' })).toBe('/a/file');
  expect(written).toEqual([`{"t":"${MASKED}","number":"411111••••••1111"}`]);
});

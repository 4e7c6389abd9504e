import { expect, it } from 'vitest';
import { MASKED } from '@shared/http/exchange';
import { emptyDraft } from '@shared/vault-forward/draft';
import { app, compose, entries, files, handlers, openEach } from './replay-wire.fixture';

openEach();

it('an export holds no secret that the app knows, although the request that held it did not know it', async () => {
  const { id } = await compose({
    ...emptyDraft(),
    destinationUrl: 'https://psp.example/charges',
    body: '{"note":"CANARY-of-another-profile"}',
  });
  await entries();
  app.secrets.learn('CANARY-of-another-profile');
  await handlers.exportHistory.handle({ ids: [id] });
  expect(files.join('')).not.toContain('CANARY');
  expect(files.join('')).toContain(MASKED);
  expect(JSON.parse(files.join(''))).toMatchObject({ log: { entries: [{}] } });
});

import { flushPromises, mount } from '@vue/test-utils';
import { afterEach, expect, it } from 'vitest';
import type { HistoryDetail } from '@shared/history/history';
import type { Exchange } from '@shared/http/exchange';
import { succeed } from '@shared/problem';
import { exchangeOf, unanswered } from '@shared/testing/exchanges';
import { draftWith } from '@shared/vault-forward/drafts.fixture';
import { useComposerStore } from '../drafts/composer-store';
import { fakeMain, leaveWindow, setUpComposer } from '../drafts/testing-composer';
import ForwardHead from './ForwardHead.vue';

afterEach(leaveWindow);

const asPost = (exchange: Exchange): Exchange => ({
  ...exchange,
  operation: 'vault_forward',
  request: { ...exchange.request, method: 'POST' },
});
const BROKEN_OFF = asPost(
  unanswered({ kind: 'failed', failure: 'truncated', detail: '', mayHaveArrived: true }),
);

/** The result's head for a draft of the last run, whose last send was this exchange; null if no send is recorded. */
async function headAfterRestart(last: Exchange | null) {
  const draft = {
    ...{ id: 'a', familyId: 'a', name: null, profileId: 'p', draft: draftWith({}), saved: null },
    ...{ place: { anchor: 0, head: 0, top: 0 }, exchangeId: last?.id ?? null },
  };
  const main = fakeMain({ drafts: [draft], activeId: 'a', unreadable: 0 });
  if (last !== null) {
    const detail = {
      exchange: last,
      entry: { outcome: last.outcome.kind === 'answered' ? 'answered' : 'unknown' },
    } as unknown as HistoryDetail;
    main.openHistoryEntry.mockResolvedValue(succeed(detail));
  }
  setUpComposer(main);
  const composer = useComposerStore();
  await composer.start();
  await flushPromises();
  const { active } = composer;
  if (active === null) throw new Error('there is no draft');
  return { composer, head: mount(ForwardHead, { props: { tab: active } }) };
}

it.each([
  ['504', asPost(exchangeOf(504, 'late'))],
  ['502', asPost(exchangeOf(502, 'late'))],
  ['Outcome unknown', BROKEN_OFF],
])(
  'shows again after a restart that it is unknown whether it was carried out: %s',
  async (words, exchange) => {
    const { head } = await headAfterRestart(exchange);
    expect(head.get('h2').text()).toBe(words);
  },
);

it('does not say that a draft of an earlier run has not been sent yet', async () => {
  for (const last of [asPost(exchangeOf(201, '{}')), null]) {
    const { composer, head } = await headAfterRestart(last);
    expect(head.text()).toContain('Not sent since the window opened');
    expect(head.text()).not.toContain('Not sent yet');
    composer.openDraft(draftWith({}));
    const fresh = composer.active;
    if (fresh === null) throw new Error('there is no draft');
    await head.setProps({ tab: fresh });
    expect(head.text()).toContain('Not sent yet');
  }
});

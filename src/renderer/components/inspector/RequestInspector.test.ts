import { flushPromises, mount } from '@vue/test-utils';
import { expect, it, vi } from 'vitest';
import { exchangeOf } from '@shared/testing/exchanges';
import { MASKED } from '@shared/http/exchange';
import BodyText from './BodyText.vue';
import HeaderTable from './HeaderTable.vue';
import RequestInspector from './RequestInspector.vue';

it('masks secrets in the headers that it shows and copies', async () => {
  const copyText = vi.fn<(copied: { what: string; text: string }) => Promise<unknown>>(() =>
    Promise.resolve({ ok: true, value: null }),
  );
  vi.stubGlobal('explorer', { copyText });
  const exchange = exchangeOf(302, '', [
    ['set-cookie', 'sid=CANARY; Path=/'],
    ['location', 'https://ada:CANARY@shop.example/back?access_token=CANARY&n=1'],
    ['etag', '"7"'],
  ]);
  const shown = mount(RequestInspector, { props: { exchange } });
  await shown.find('button[aria-label="Copy headers"]').trigger('click');
  await flushPromises();
  expect(copyText).toHaveBeenLastCalledWith({
    what: 'headers',
    text: `set-cookie: ${MASKED}\nlocation: https://${MASKED}@shop.example/back?access_token=${MASKED}&n=1\netag: "7"`,
  });
  expect(shown.text()).toContain('shop.example/back');
  expect(shown.html()).not.toContain('CANARY');
  vi.unstubAllGlobals();
});

it('gives the size with which the request was sent, not that of the masked one in the history', () => {
  const exchange = exchangeOf(200, '{}');
  const body = { kind: 'text', text: '{"cvv":"•••"}', bytes: 19, sentBytes: 13, bodyId: null } as const;
  const shown = mount(RequestInspector, {
    props: { exchange: { ...exchange, request: { ...exchange.request, body } } },
  });
  expect(shown.get('[aria-label="Request sent"]').text()).toContain(' · 13 B');
});

it.each([
  ['utf-8', true, '1.2 MB, too large to be shown here. Another tab shows it.'],
  ['utf-8', false, '1.2 MB, cut short. Another tab shows it.'],
  ['binary', true, '1.2 MB, not text. Another tab shows it.'],
] as const)(
  'says why a body is not shown with what was sent: %s, complete %s',
  (encoding, complete, words) => {
    const body = { kind: 'stored', bodyId: 'b', bytes: 1_200_000, encoding, complete } as const;
    const shown = mount(BodyText, { props: { body, label: 'Body', elsewhere: 'Another tab shows it.' } });
    expect(shown.text()).toBe(words);
    // A body that was sent is shown on no other tab.
    expect(mount(BodyText, { props: { body, label: 'Body' } }).text()).not.toContain('tab');
  },
);

it('shows the first 200 of many headers, and all of them on request', async () => {
  const headers = Array.from({ length: 1_000 }, (_, at) => [`x-${at}`, String(at)] as const);
  const shown = mount(HeaderTable, { props: { headers, label: 'Response headers' } });
  expect(shown.findAll('tbody tr')).toHaveLength(200);
  expect(shown.text()).toContain('The first 200 of 1,000 headers.');
  await shown.get('.headers__more button').trigger('click');
  expect(shown.findAll('tbody tr')).toHaveLength(1_000);
  expect(shown.find('.headers__more').exists()).toBe(false);
  await shown.setProps({ headers: headers.slice(0, 200) });
  expect(shown.find('.headers__more').exists()).toBe(false);
});

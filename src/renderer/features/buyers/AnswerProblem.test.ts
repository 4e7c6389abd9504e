import { flushPromises, mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Exchange } from '@shared/http/exchange';
import { apiError } from '@shared/testing/exchanges';
import BodyPane from '@renderer/components/BodyPane.vue';
import EditProfile from '@renderer/components/EditProfile.vue';
import AnswerProblem from './AnswerProblem.vue';
import { activate, exchangeOn, fakeExplorer, profiles } from './stores.fixture';

// The component for the raw detail is loaded on demand: a test must not end before it has loaded.
afterEach(() => vi.dynamicImportSettled());

beforeEach(() => {
  vi.stubGlobal('explorer', fakeExplorer().explorer);
  setActivePinia(createPinia());
  activate(profiles[0]);
});

function brokenOff(text: string): Exchange {
  return {
    ...exchangeOn(profiles[0]),
    response: {
      status: 200,
      statusText: 'OK',
      httpVersion: '1.1',
      headers: [['content-type', 'application/json']],
      body: { kind: 'text', text, bytes: text.length, bodyId: null },
      wireBytes: text.length,
      tls: null,
    },
    outcome: { kind: 'failed', failure: 'truncated', detail: 'aborted', mayHaveArrived: true },
    check: { kind: 'not-checked', why: 'broke-off' },
  };
}
const mountOf = (exchange: Exchange, alone = false) =>
  mount(AnswerProblem, {
    props: { exchange, alone },
    global: { stubs: { BodyPane: true, EditProfile: true } },
  });
type Mounted = ReturnType<typeof mountOf>;
const button = (wrapper: Mounted) =>
  wrapper.findAll('button').find((each) => each.text() === 'Show what was received');

it('shows on request what was received of a truncated answer, until another answer comes', async () => {
  const exchange = brokenOff('{"items":[');
  const wrapper = mountOf(exchange);
  expect(wrapper.findComponent(BodyPane).exists()).toBe(false);
  await button(wrapper)?.trigger('click');
  await flushPromises();
  expect(wrapper.findComponent(BodyPane).props('body')).toEqual(exchange.response?.body);
  await wrapper.setProps({ exchange: brokenOff('{') });
  expect(wrapper.findComponent(BodyPane).exists()).toBe(false);
});

it('offers nothing for a complete answer', () => {
  const wrapper = mountOf({ ...brokenOff('{}'), outcome: { kind: 'answered' } });
  expect(button(wrapper)).toBeUndefined();
});

it('shows a complete answer, too, where no tab does, as during a load', async () => {
  const exchange: Exchange = { ...brokenOff('null'), outcome: { kind: 'answered' } };
  expect(mountOf(exchange).text()).toContain('Look at the JSON tab');
  const wrapper = mountOf(exchange, true);
  expect(wrapper.text()).toContain('Look at what was received');
  expect(wrapper.text()).not.toContain('JSON tab');
  await button(wrapper)?.trigger('click');
  await flushPromises();
  expect(wrapper.findComponent(BodyPane).props('body')).toEqual(exchange.response?.body);
});

it('links to the profile only if the service itself refused its token', async () => {
  const refused = {
    ...exchangeOn(profiles[0]),
    response: { ...brokenOff(apiError(401, 'unauthorized')).response, status: 401 },
  } as Exchange;
  const wrapper = mountOf({ ...refused, outcome: { kind: 'answered' } });
  expect(wrapper.findComponent(EditProfile).props('of')).toBe(profiles[0].id);
  // An answer from an intermediary says nothing about the token.
  const foreign = { ...brokenOff('<h1>Sign in</h1>').response, status: 401 };
  for (const response of [brokenOff('{}').response, foreign]) {
    await wrapper.setProps({ exchange: { ...refused, response } as Exchange });
    expect(wrapper.findComponent(EditProfile).exists()).toBe(false);
  }
});

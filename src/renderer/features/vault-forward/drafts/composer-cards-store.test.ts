import { describe, expect, it } from 'vitest';
import { draftWith } from '@shared/vault-forward/drafts.fixture';
import { useUndoStore } from '@renderer/stores/undo';
import { usePaneStore } from './pane-store';
import { draftOf } from './draft-tab';
import { active, composerEach, kept, start } from './composer.fixture';

composerEach();

describe('the cards of a draft', () => {
  const body = '{"a":"{{CARD_NUMBER_1}}","b":"{{CARD_NUMBER_2}}"}';
  const two = draftWith({
    paymentMethods: ['one', 'two'],
    destinationUrl: 'https://x.example/{{CARD_NUMBER_2}}',
    body,
  });

  it('renumber their placeholders when one is removed, and an undo restores both', async () => {
    const composer = await start([kept('a', { draft: two })]);
    const undo = useUndoStore();
    const tab = active(composer);
    composer.arrangeCards(tab, ['two'], [1]);
    expect(draftOf(tab)).toMatchObject({
      paymentMethods: ['two'],
      destinationUrl: 'https://x.example/{{CARD_NUMBER_1}}',
      // The placeholder of the removed card now has no card, rather than a different one.
      body: '{"a":"{{CARD_NUMBER_2}}","b":"{{CARD_NUMBER_1}}"}',
    });
    expect(undo.entries[0]?.words).toBe('Removed a card. 3 placeholders renumbered.');
    tab.document.edit({ changes: { from: 0, to: 0, insert: ' ' } });
    await undo.undo(undo.entries[0]?.id ?? 0);
    expect(draftOf(tab)).toEqual({ ...two, body: ` ${body}` });
  });

  it('are shown, with their draft, when an undo restores one of them', async () => {
    const composer = await start([kept('a', { draft: two }), kept('b')]);
    const [undo, pane] = [useUndoStore(), usePaneStore()];
    const tab = active(composer);
    composer.arrangeCards(tab, ['two'], [1]);
    composer.activeId = 'b';
    pane.openField('body');
    await undo.undo(undo.entries[0]?.id ?? 0);
    expect(composer.activeId).toBe('a');
    expect(pane.part).toBe('cards');
  });

  it('leave the body in sight when it shows what an undo restores, but not when it does not', async () => {
    const composer = await start([kept('a', { draft: two }), kept('b', { draft: { ...two, body: '{}' } })]);
    const [undo, pane] = [useUndoStore(), usePaneStore()];
    for (const [id, part] of [
      ['a', 'body'],
      ['b', 'cards'],
    ] as const) {
      composer.activeId = id;
      composer.arrangeCards(active(composer), ['two'], [1]);
      pane.openField('body');
      await undo.undo(undo.entries[0]?.id ?? 0);
      expect(pane.part).toBe(part);
    }
  });

  it('leave the headers in sight when they show what an undo restores', async () => {
    const row = { id: 'r', name: 'x-card', value: '{{CARD_NUMBER_2}}', secret: false, enabled: true };
    const composer = await start([kept('a', { draft: { ...two, headers: [row] } })]);
    const [undo, pane] = [useUndoStore(), usePaneStore()];
    composer.arrangeCards(active(composer), ['two'], [1]);
    pane.openField('headers');
    await undo.undo(undo.entries[0]?.id ?? 0);
    expect(pane.part).toBe('headers');
    composer.arrangeCards(active(composer), ['two'], [1]);
    pane.openField('serviceHeaders');
    await undo.undo(undo.entries[0]?.id ?? 0);
    expect(pane.part).toBe('cards');
  });

  it('renumber their placeholders when moved, but not when one is added at the end', async () => {
    const composer = await start([kept('a', { draft: two })]);
    const tab = active(composer);
    composer.arrangeCards(tab, ['one', 'two', 'three'], [0, 1, null]);
    expect(useUndoStore().entries).toEqual([]);
    expect(draftOf(tab).body).toBe(body);
    composer.arrangeCards(tab, ['two', 'one', 'three'], [1, 0, 2]);
    expect(draftOf(tab).body).toBe('{"a":"{{CARD_NUMBER_2}}","b":"{{CARD_NUMBER_1}}"}');
  });

  it('are not restored once the others have changed', async () => {
    const composer = await start([kept('a', { draft: two })]);
    const undo = useUndoStore();
    const tab = active(composer);
    composer.arrangeCards(tab, ['two'], [1]);
    composer.patch(tab, { paymentMethods: ['three'] });
    const after = draftOf(tab);
    await undo.undo(undo.entries[0]?.id ?? 0);
    expect(undo.entries[0]?.problem?.code).toBe('cards-changed');
    expect(draftOf(tab)).toEqual(after);
  });
});

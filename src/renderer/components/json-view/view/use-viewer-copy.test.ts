import { ref } from 'vue';
import { expect, it } from 'vitest';
import type { MaskedInCopy } from '@shared/bridge/app';
import { useViewerCopy } from './use-viewer-copy';
import type { Viewer } from './use-viewer';

/** A viewer whose value is copied as `answer`; with `byMain`, main masks something as well. */
function copying(answer: { text: string; masked: boolean } | null, byMain: MaskedInCopy | null) {
  const viewer = {
    state: ref({ phase: 'done' }),
    ask: (name: string) => Promise.resolve(name === 'copyText' ? (answer?.text ?? null) : answer),
  } as unknown as Viewer;
  const emitted: string[] = [];
  const copies = useViewerCopy(
    viewer,
    ref(1),
    () => [],
    (text, tell) => {
      emitted.push(text);
      tell(byMain);
    },
    () => undefined,
  );
  return { ...copies, emitted };
}

it.each([
  [false, null, 'Value copied'],
  [true, null, 'Value copied, card data masked'],
  [false, 'card data', 'Value copied, card data masked'],
  [true, 'a secret', 'Value copied, a secret masked'],
] as const)(
  'says whether the copied value was masked: in the viewer %s, in main %s',
  async (masked, byMain, words) => {
    const { copyValue, said, emitted } = copying({ text: 'x', masked }, byMain);
    await copyValue();
    expect(emitted).toEqual(['x']);
    expect(said.value).toBe(words);
  },
);

it('says the same of a text, and copies nothing that is too large', async () => {
  const { copyText, said } = copying({ text: '4111 1111 1111 1111', masked: false }, 'card data');
  await copyText();
  expect(said.value).toBe('Text copied, card data masked');
  const none = copying(null, null);
  await none.copyValue();
  expect([none.emitted, none.said.value]).toEqual([
    [],
    expect.stringContaining('too much for the clipboard'),
  ]);
});

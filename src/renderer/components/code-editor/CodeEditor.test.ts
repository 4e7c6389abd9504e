import { undo } from '@codemirror/commands';
import { language } from '@codemirror/language';
import { mount, type VueWrapper } from '@vue/test-utils';
import { afterEach, describe, expect, it, vi } from 'vitest';
import CodeEditor from './CodeEditor.vue';
import { EditorDocument, RENUMBER } from './editor-document';

const wrappers: VueWrapper[] = [];

function mountEditor(document: EditorDocument): VueWrapper<InstanceType<typeof CodeEditor>> {
  const wrapper = mount(CodeEditor, { props: { document, label: 'Text' } });
  wrappers.push(wrapper);
  return wrapper;
}

/** The app's runtime has these; the tests' DOM does not. */
vi.stubGlobal('requestIdleCallback', (act: () => void) => setTimeout(act, 0));
vi.stubGlobal('cancelIdleCallback', clearTimeout);

afterEach(() => wrappers.splice(0).forEach((wrapper) => wrapper.unmount()));

describe('CodeEditor', () => {
  it('is a text box with the given name that shows the text', () => {
    const wrapper = mountEditor(new EditorDocument({ text: '{"a": 1}' }));
    const box = wrapper.get('[role="textbox"]');
    expect(box.attributes('aria-label')).toBe('Text');
    expect(box.text()).toBe('{"a": 1}');
  });

  it.each(['json', 'text'] as const)(
    'marks the bracket beside the cursor and its partner in %s',
    async (language) => {
      const wrapper = mountEditor(new EditorDocument({ text: '[{"a": 1}, 2]' }));
      await wrapper.setProps({ language });
      wrapper.vm.view()?.dispatch({ selection: { anchor: 13 } });
      expect(wrapper.findAll('.cm-matchingBracket').map((mark) => mark.text())).toEqual(['[', ']']);
      wrapper.vm.view()?.dispatch({ selection: { anchor: 1 } });
      expect(wrapper.findAll('.cm-matchingBracket').map((mark) => mark.text())).toEqual(['[', ']']);
    },
  );

  it('does not match a bracket with one that is not parsed yet', async () => {
    // Reading such a line to the end would block a frame.
    const wrapper = mountEditor(new EditorDocument({ text: '[' }));
    await wrapper.setProps({ language: 'json' });
    const text = `[${'1,'.repeat(1_000_000)}1]`;
    wrapper.vm.view()?.dispatch({ changes: { from: 0, to: 1, insert: text }, selection: { anchor: 0 } });
    expect(wrapper.findAll('.cm-matchingBracket')).toEqual([]);
  });

  it('keeps the text and undo history of each document while another one is shown', async () => {
    const [one, other] = [new EditorDocument({ text: 'one' }), new EditorDocument({ text: 'other' })];
    const wrapper = mountEditor(one);
    wrapper.vm.insert('1');
    await wrapper.setProps({ document: other });
    expect(wrapper.get('[role="textbox"]').text()).toBe('other');
    one.edit({ changes: { from: 4, to: 4, insert: '!' } });
    await wrapper.setProps({ document: one });
    expect(wrapper.get('[role="textbox"]').text()).toBe('1one!');
    const view = wrapper.vm.view();
    if (!view) throw new Error('there is no editor');
    expect(undo(view)).toBe(true);
    expect(undo(view)).toBe(true);
    expect(one.text).toBe('one');
    expect(other.text).toBe('other');
  });

  it('uses the keys of undo only while it has something to undo, so that they can undo something else', async () => {
    const wrapper = mountEditor(new EditorDocument({ text: '' }));
    wrapper.vm.insert('a');
    const press = (): boolean => {
      const init = { key: 'z', ctrlKey: true, bubbles: true, cancelable: true };
      const event = new KeyboardEvent('keydown', init);
      wrapper.get('[role="textbox"]').element.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect([press(), wrapper.props('document').text]).toEqual([true, '']);
    expect(press()).toBe(false);
  });

  describe('with a large text', () => {
    const large = `["${'a'.repeat(300_000)}"]`;
    const isRead = (wrapper: ReturnType<typeof mountEditor>): boolean =>
      (wrapper.vm.view()?.state.facet(language) ?? null) !== null;

    it('parses it a frame later', async () => {
      const read: boolean[] = [];
      const document = new EditorDocument({ text: '[]', onEdit: () => read.push(isRead(wrapper)) });
      const wrapper = mountEditor(document);
      expect(isRead(wrapper)).toBe(true);
      await document.replaceInParts(large, 0);
      expect(read).toEqual([false]);
      expect(isRead(wrapper)).toBe(true);
    });

    it('parses it even if another document was shown in the meantime', async () => {
      const document = new EditorDocument({ text: '[]', onEdit: () => void leave() });
      const wrapper = mountEditor(document);
      const leave = (): Promise<void> => wrapper.setProps({ document: new EditorDocument({ text: '{}' }) });
      await document.replaceInParts(large, 0);
      expect(wrapper.get('[role="textbox"]').text()).toBe('{}');
      expect(isRead(wrapper)).toBe(true);
      await wrapper.setProps({ document });
      expect(isRead(wrapper)).toBe(true);
    });
  });

  it('leaves renumbering out of the undo history, and applies it without an editor too', () => {
    const document = new EditorDocument({ text: 'n1 n2' });
    const wrapper = mountEditor(document);
    const edits = [
      { from: 4, to: 5, insert: '1' },
      { from: 1, to: 2, insert: '2' },
    ];
    wrapper.vm.insert('x');
    document.edit({
      changes: edits.map((edit) => ({ ...edit, from: edit.from + 1, to: edit.to + 1 })),
      userEvent: RENUMBER,
    });
    expect(document.text).toBe('xn2 n1');
    const view = wrapper.vm.view();
    if (!view) throw new Error('there is no editor');
    undo(view);
    expect(document.text).toBe('n2 n1');
    expect(undo(view)).toBe(false);

    const unseen = new EditorDocument({ text: 'n1 n2', place: { anchor: 5, head: 5, top: 0 } });
    unseen.edit({ changes: edits, userEvent: RENUMBER });
    expect([unseen.text, unseen.place.head]).toEqual(['n2 n1', 5]);
  });

  it('starts with the stored selection', () => {
    const document = new EditorDocument({ text: 'abc\ndef', place: { anchor: 5, head: 2, top: 4 } });
    const { from, to, head } = mountEditor(document).vm.view()?.state.selection.main ?? {};
    expect({ from, to, head }).toEqual({ from: 2, to: 5, head: 2 });
  });

  it('can be read-only', async () => {
    const wrapper = mountEditor(new EditorDocument({ text: 'x' }));
    await wrapper.setProps({ readOnly: true, label: 'Preview' });
    expect(wrapper.get('[role="textbox"]').attributes()).toMatchObject({
      'aria-label': 'Preview',
      'aria-readonly': 'true',
    });
  });
});

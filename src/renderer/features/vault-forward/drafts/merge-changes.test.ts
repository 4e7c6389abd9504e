import { describe, expect, it } from 'vitest';
import { mergeChanges } from './merge-changes';

describe('mergeChanges', () => {
  const edit = { from: 0, to: 0, insert: 'x' };
  it('drops edits that precede a new body, and keeps those after it', () => {
    expect(mergeChanges({ body: 'a', edits: [edit] }, { body: 'b' })).toMatchObject({
      body: 'b',
      edits: undefined,
    });
    expect(mergeChanges({ body: 'a' }, { edits: [edit] })).toMatchObject({ body: 'a', edits: [edit] });
    expect(mergeChanges({ edits: [edit] }, { edits: [edit] })).toMatchObject({ edits: [edit, edit] });
  });
});

import type { FormKind } from '@shared/bridge/app';
import type { Question } from '@shared/questions/question';
import { countOf } from '@shared/text/count-of';
import { visible } from './visible';

const WORDS: Readonly<Record<FormKind, { readonly one: string; readonly many: string }>> = {
  profile: { one: 'Profile', many: 'Profiles' },
  import: { one: 'Import', many: 'Import' },
};

interface Told {
  readonly ids: readonly string[];
  /** Null until they are known, which may be never if the database hangs. */
  readonly names: readonly string[] | null;
}

/** Which forms in the window have unsaved changes. Their contents stay in the window. */
export class UnsavedForms {
  private readonly told = new Map<FormKind, Told>();

  /**
   * Takes what the window says about all of its forms of one kind.
   * @param namesOf returns the names of those that exist.
   */
  async note(
    kind: FormKind,
    ids: readonly string[],
    namesOf: () => Promise<readonly string[]>,
  ): Promise<void> {
    const told: Told = { ids, names: null };
    this.told.set(kind, told);
    if (ids.length === 0) return;
    const names = await namesOf();
    // The window may have named others in the meantime.
    if (this.told.get(kind) === told) this.told.set(kind, { ids, names: names.map(visible) });
  }

  /** The page is gone, or was replaced by one that has no form yet. */
  clear(): void {
    this.told.clear();
  }

  /** What is asked before the app ends; null if nothing would be lost. */
  get question(): Question | null {
    const facts = [...this.told].flatMap(([kind, { ids, names }]) => {
      const { length } = names ?? ids;
      const { one, many } = WORDS[kind];
      const value = names?.join('\n') ?? countOf(length, 'form');
      return length === 0 ? [] : [{ label: length === 1 ? one : many, value }];
    });
    if (facts.length === 0) return null;
    return {
      title: 'Quit and lose what you typed?',
      lead: [
        'Unsaved changes are lost when the app ends. To keep them, stay and save them.',
        'These have unsaved changes:',
      ],
      facts,
      danger: 'caution',
      confirmLabel: 'Quit anyway',
      cancelLabel: 'Stay',
      checkboxLabel: null,
    };
  }
}

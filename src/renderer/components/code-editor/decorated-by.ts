import type { Extension } from '@codemirror/state';
import { ViewPlugin, type DecorationSet, type MatchDecorator, type ViewUpdate } from '@codemirror/view';

/** Decorates only what is visible. */
export function decoratedBy(decorator: MatchDecorator): Extension {
  return ViewPlugin.define<{ chips: DecorationSet; update(update: ViewUpdate): void }>(
    (view) => ({
      chips: decorator.createDeco(view),
      update(update) {
        this.chips = decorator.updateDeco(update, this.chips);
      },
    }),
    { decorations: (plugin) => plugin.chips },
  );
}

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { repoRoot } from '../setup/paths.mjs';

const renderer = join(repoRoot, 'src/renderer');
const components = readdirSync(renderer, { recursive: true })
  .filter((path) => path.endsWith('.vue'))
  .map((path) => ({ path, text: readFileSync(join(renderer, path), 'utf8') }));

/** The class names that begin a rule of a style that is not scoped, as is needed by a dialog or a menu. */
function unscopedClasses(text) {
  const styles = [...text.matchAll(/^<style>$(.*?)^<\/style>$/gms)].map(([, style]) => style);
  return new Set(styles.flatMap((style) => [...style.matchAll(/^\.([\w-]+)/gm)].map(([, name]) => name)));
}

it('A class of an unscoped style is not used by components of other folders', () => {
  const own = components.flatMap(({ path, text }) =>
    [...unscopedClasses(text)].map((name) => ({ path, name })),
  );
  expect(own.length).toBeGreaterThan(10);
  const shared = own.flatMap(({ path, name }) => {
    const word = new RegExp(`(?<![\\w-])${name}(?![\\w-])`);
    return (
      components
        // Components of one folder may share a class on purpose, such as the head and the rows of a grid.
        .filter((other) => dirname(other.path) !== dirname(path))
        .filter(({ text }) => {
          const [template = ''] = /<template>.*<\/template>/s.exec(text) ?? [];
          const classes = [...template.matchAll(/class="([^"]*)"/g)].map(([, value]) => value);
          return classes.some((value) => word.test(value));
        })
        .map((other) => `${name} of ${path} stands in ${other.path}`)
    );
  });
  expect(shared).toEqual([]);
});

import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { repoRoot } from '../setup/paths.mjs';
import { checkComponents } from './components.mjs';

/** Components and a module of src/renderer, which import each other in every way that ours do. */
const FILES = {
  'Saved.vue': `<script setup lang="ts">
defineProps<{ count: number }>();
defineExpose({ save: async (): Promise<number> => 1 });
</script>
<template><p>{{ count }}</p></template>
`,
  'features/Good.vue': `<script setup lang="ts">
import { ref } from 'vue';
import { one } from '@renderer/one';
import Saved from '../Saved.vue';
const saved = ref<InstanceType<typeof Saved> | null>(null);
</script>
<template><Saved ref="saved" :count="one" @click="void saved?.save()" /></template>
`,
  'Wrong.vue': `<script setup lang="ts">
import { ref } from 'vue';
import Saved from './Saved.vue';
const saved = ref<InstanceType<typeof Saved> | null>(null);
const unused = 1;
function save(kind: 'a' | 'b'): void {
  saved.value?.save();
  switch (kind) {
    case 'a':
      break;
  }
  if (later()) kind.missing();
}
async function later(): Promise<void> {}
</script>
<template>
  <Saved
    ref="saved"
    count="many"
    @click="save('c')"
  />
</template>
`,
  'one.ts': `import Saved from './Saved.vue';\nexport const one = 1;\nexport const wrong: string = Saved;\n`,
};

describe('a component is checked like other code', () => {
  let root;
  let found;
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'components-'));
    for (const file of ['.oxlintrc.json', 'tsconfig.base.json', 'tsconfig.web.json'])
      copyFileSync(join(repoRoot, file), join(root, file));
    symlinkSync(join(repoRoot, 'node_modules'), join(root, 'node_modules'));
    mkdirSync(join(root, 'src/renderer/features'), { recursive: true });
    for (const [name, text] of Object.entries(FILES)) writeFileSync(join(root, 'src/renderer', name), text);
    found = checkComponents(root);
  });
  afterAll(() => rmSync(root, { recursive: true }));

  it.each([
    ['a value nobody uses', 'Wrong.vue:5:7: error TS6133'],
    ['a property that is not there', 'Wrong.vue:12:21: error TS2339'],
    ['another type than the component takes, in the template', 'Wrong.vue:19:5: error TS2322'],
    ['another type than the function takes, in the template', 'Wrong.vue:20:18: error TS2345'],
    ['a promise of another component that nobody awaits', 'Wrong.vue:7:3: typescript(no-floating-promises)'],
    ['a switch without all cases', 'Wrong.vue:8:11: typescript(switch-exhaustiveness-check)'],
    ['a promise as a condition', 'Wrong.vue:12:7: typescript(no-misused-promises)'],
    ['the same by the compiler', 'Wrong.vue:12:7: error TS2801'],
    ['a module that takes a component for something else', 'one.ts:3:14: error TS2322'],
  ])('%s is found at its place', (_what, start) => {
    expect(found).toContainEqual(expect.stringContaining(`src/renderer/${start}`));
  });

  it('and nothing else is', () => {
    expect(found).toHaveLength(9);
  });
});

import { ESLint } from 'eslint';
import { describe, expect, it } from 'vitest';

// Files that exist, so that typed lint knows them, each given a text that breaks a layer of docs/architecture.md.
const eslint = new ESLint({ overrideConfig: { linterOptions: { reportUnusedDisableDirectives: 'off' } } });

async function rulesBroken(filePath, text) {
  const [result] = await eslint.lintText(text, { filePath });
  return result.messages.map((message) => message.ruleId);
}

describe('a commit that breaks a layer fails lint', () => {
  it.each([
    ['src/contract/index.ts', `import '../shared/uuid';`],
    ['src/shared/uuid.ts', `import '../main/bridge-handler';`],
    ['src/main/bridge-handler.ts', `import '../renderer/main';`],
    ['src/preload/index.ts', `import '../main/bridge-handler';`],
    ['src/renderer/main.ts', `import '../main/bridge-handler';`],
    ['src/renderer/stores/status.ts', `import '../features/sessions/session-store';`],
  ])('%s: %s', async (filePath, text) => {
    expect(await rulesBroken(filePath, text)).toContain('import-x/no-restricted-paths');
  });

  it.each([
    ['src/main/bridge-handler.ts', `import 'electron';`],
    ['src/shared/uuid.ts', `import 'node:fs';`],
    ['src/contract/index.ts', `import 'vue';`],
  ])('%s: %s', async (filePath, text) => {
    expect(await rulesBroken(filePath, text)).toContain('no-restricted-imports');
  });

  it('leaves an import along the layers alone', async () => {
    const broken = await rulesBroken('src/main/bridge-handler.ts', `import '../shared/uuid';`);
    expect(broken).not.toContain('import-x/no-restricted-paths');
  });
});

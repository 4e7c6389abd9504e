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
    ['src/renderer/question/main.ts', `import '../app/theme';`],
    ['src/renderer/stores/status.ts', `import '../question/show-question';`],
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

describe('what carries a credential is sent by sending/ alone', () => {
  it.each([
    ['src/main/sessions/bridge.ts', `import { createTransport } from '../transport'; createTransport;`],
    ['src/main/sessions/bridge.ts', `declare const transport: any; transport.send({});`],
    ['src/main/history/replayer.ts', `declare const services: any; services.transport.send({});`],
    ['src/main/buyers/bridge.ts', `declare const credentials: any; credentials.bearerFor({});`],
    ['src/main/connection/bridge.ts', `export const services = { bearerFor: () => '' };`],
  ])('%s: %s', async (filePath, text) => {
    expect(await rulesBroken(filePath, text)).toContain('no-restricted-syntax');
  });

  it('which may do so', async () => {
    const text = `declare const services: any; services.transport.send(services.bearerFor({}));`;
    expect(await rulesBroken('src/main/sending/sender.ts', text)).not.toContain('no-restricted-syntax');
  });
});

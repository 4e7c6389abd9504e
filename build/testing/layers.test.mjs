import { ESLint } from 'eslint';
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { repoRoot } from '../setup/paths.mjs';

// Rules that enforce the layers of docs/architecture.md. Each test gives an existing file a text that breaks one of
// them.
const LAYERS = [
  'import-x/no-restricted-paths',
  'no-restricted-imports',
  'no-restricted-syntax',
  'no-restricted-globals',
];
const eslint = new ESLint({
  ruleFilter: ({ ruleId }) => LAYERS.includes(ruleId),
  // None of these rules needs type information, which takes seconds to load.
  overrideConfig: { languageOptions: { parserOptions: { project: null } } },
});

async function rulesBroken(filePath, text) {
  const [result] = await eslint.lintText(text, { filePath });
  return result.messages.map((message) => message.ruleId);
}

describe('a commit that breaks a layer fails lint', () => {
  it.each([
    ['src/contract/index.ts', `import '@shared/text/uuid';`],
    ['src/shared/text/uuid.ts', `import '@main/bridge/bridge-handler';`],
    ['src/openapi/read-document.ts', `import '@main/bridge/bridge-handler';`],
    ['src/renderer/main.ts', `import '@openapi/read-document';`],
    ['src/cli/program.ts', `import '@renderer/main';`],
    ['src/cli/program.ts', `import '@openapi/read-document';`],
    ['src/main/bridge/bridge-handler.ts', `import '../../cli/program';`],
    ['src/main/bridge/bridge-handler.ts', `import '@renderer/main';`],
    ['src/preload/index.ts', `import '@main/bridge/bridge-handler';`],
    ['src/preload/index.ts', `import '@contract/operations';`],
    ['src/renderer/main.ts', `import '@main/bridge/bridge-handler';`],
    ['src/renderer/stores/status.ts', `import '../features/sessions/session-store';`],
    ['src/renderer/question/main.ts', `import '../app/router';`],
    ['src/renderer/stores/status.ts', `import '../question/show-question';`],
    ['src/renderer/tools/money.ts', `import '../stores/status';`],
    ['src/renderer/tools/money.ts', `import '../first-frame/painted';`],
    ['src/renderer/features/sessions/session-store.ts', `import '@renderer/app/router';`],
    ['src/renderer/features/sessions/session-store.ts', `import '../history/history-store';`],
    ['src/main/database/database.ts', `import '../history/schema';`],
  ])('%s: %s', async (filePath, text) => {
    expect(await rulesBroken(filePath, text)).toContain('import-x/no-restricted-paths');
  });

  it.each([
    ['src/main/bridge/bridge-handler.ts', `import 'electron';`],
    ['src/shared/text/uuid.ts', `import 'node:fs';`],
    ['src/contract/index.ts', `import 'vue';`],
  ])('%s: %s', async (filePath, text) => {
    expect(await rulesBroken(filePath, text)).toContain('no-restricted-imports');
  });

  it('allows an import along the layers', async () => {
    const broken = await rulesBroken('src/main/bridge/bridge-handler.ts', `import '@shared/text/uuid';`);
    expect(broken).not.toContain('import-x/no-restricted-paths');
  });
});

it('circular imports fail lint, also by an alias and through a component', async () => {
  const root = mkdtempSync(join(tmpdir(), 'circle-'));
  try {
    const parts = ['base', 'node', 'web', 'e2e'].map((part) => `tsconfig.${part}.json`);
    for (const file of ['.oxlintrc.json', 'tsconfig.json', ...parts])
      copyFileSync(join(repoRoot, file), join(root, file));
    const write = (path, text) => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    };
    write('src/shared/a.ts', `import Panel from '@renderer/Panel.vue'; export const a = () => Panel;`);
    write('src/renderer/Panel.vue', `<script setup lang="ts">\nimport './b';\n</script>\n`);
    write('src/renderer/b.ts', `export const b = 1;`);
    const circles = async () => {
      const oxlint = join(repoRoot, 'node_modules', 'oxlint', 'bin', 'oxlint');
      const { stdout } = await promisify(execFile)(process.execPath, [oxlint, '--format=json'], {
        cwd: root,
      }).catch((error) => error);
      return JSON.parse(stdout).diagnostics.map(({ code }) => code);
    };
    expect(await circles()).toEqual([]);
    write('src/renderer/b.ts', `import { a } from '@shared/a'; export const b = a;`);
    expect(await circles()).toContain('import(no-cycle)');
  } finally {
    rmSync(root, { recursive: true });
  }
});

describe('only sending/ sends what carries a credential', () => {
  it.each([
    [
      'src/main/sessions/session-handlers.ts',
      `import { createTransport } from '../transport'; createTransport;`,
    ],
    ['src/main/sessions/session-handlers.ts', `declare const transport: any; transport.send({});`],
    ['src/main/history/replayer.ts', `declare const services: any; services.transport.send({});`],
    ['src/main/buyers/buyers-handlers.ts', `declare const credentials: any; credentials.bearerFor({});`],
    ['src/main/connection/connection-handlers.ts', `export const services = { bearerFor: () => '' };`],
  ])('%s: %s', async (filePath, text) => {
    expect(await rulesBroken(filePath, text)).toContain('no-restricted-syntax');
  });

  it.each([
    ['src/main/sessions/session-handlers.ts', `import 'node:https';`, 'no-restricted-imports'],
    ['src/main/updates/update-service.ts', `import 'net';`, 'no-restricted-imports'],
    ['src/main/sending/sender.ts', `import 'node:http';`, 'no-restricted-imports'],
    ['src/main/shell/sessions.ts', `import { net } from 'electron'; net;`, 'no-restricted-imports'],
    ['src/main/shell/sessions.ts', `import 'node:tls';`, 'no-restricted-imports'],
    ['src/cli/commands/session.ts', `void fetch('https://psp.example');`, 'no-restricted-globals'],
  ])('only the transport opens connections: %s: %s', async (filePath, text, rule) => {
    expect(await rulesBroken(filePath, text)).toContain(rule);
  });

  it('sending/ may send it', async () => {
    const text = `declare const services: any; services.transport.send(services.bearerFor({}));`;
    expect(await rulesBroken('src/main/sending/sender.ts', text)).not.toContain('no-restricted-syntax');
  });
});

it('an unused file or export fails lint', async () => {
  const root = mkdtempSync(join(tmpdir(), 'unused-'));
  try {
    copyFileSync(join(repoRoot, 'knip.json'), join(root, 'knip.json'));
    const write = (path, text) => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    };
    const unused = async () => {
      const knip = join(repoRoot, 'node_modules', 'knip', 'bin', 'knip.js');
      const args = [knip, '--no-config-hints', '--reporter=symbols'];
      const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root }).catch(
        (error) => error,
      );
      return stdout;
    };
    write('package.json', JSON.stringify({ dependencies: { vue: '*' } }));
    write('src/cli/index.ts', `import 'vue'; import { used } from '@shared/used'; used();`);
    write('src/shared/used.ts', `export const used = () => 1;`);
    expect(await unused()).toBe('');
    write('src/shared/used.ts', `export const used = () => 1; export const left = 2;`);
    write('src/renderer/Left.vue', `<template><p>1</p></template>`);
    const found = await unused();
    expect(found).toMatch(/left .*src\/shared\/used\.ts/);
    expect(found).toContain('src/renderer/Left.vue');
  } finally {
    rmSync(root, { recursive: true });
  }
});

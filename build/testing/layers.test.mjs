import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { repoRoot } from '../setup/paths.mjs';

/** A copy of the repository's configuration of lint, without any code. @returns its folder, and how to use it */
function configured() {
  const root = mkdtempSync(join(tmpdir(), 'lint-'));
  const parts = ['base', 'node', 'web', 'e2e'].map((part) => `tsconfig.${part}.json`);
  for (const file of ['.oxlintrc.json', 'tsconfig.json', ...parts])
    copyFileSync(join(repoRoot, file), join(root, file));
  symlinkSync(join(repoRoot, 'build'), join(root, 'build'));
  return {
    write(path, text) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    },
    /** What lint finds, by the file's path: names of rules, as `import(no-cycle)` */
    async found() {
      const args = [join(repoRoot, 'node_modules/oxlint/bin/oxlint'), '--format=json', 'src'];
      const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root }).catch((e) => e);
      return JSON.parse(stdout).diagnostics.map(({ filename, code }) => [filename, code]);
    },
    remove: () => rmSync(root, { recursive: true }),
  };
}

const TIME_ZONE = `export const hour = new Date().getHours();`;
/** A text in a file of its own beside the file named, and the rule that it breaks. */
const BROKEN = [
  ...[
    ['src/contract/index.ts', `import '@shared/text/uuid';`],
    ['src/shared/text/uuid.ts', `import '@main/bridge/bridge-handler';`],
    ['src/openapi/read-document.ts', `import '@main/bridge/bridge-handler';`],
    ['src/renderer/main.ts', `import '@openapi/read-document';`],
    ['src/cli/program.ts', `import '@renderer/main';`],
    ['src/cli/program.ts', `import '@openapi/read-document';`],
    ['src/main/bridge/bridge-handler.ts', `import '../../cli/program';`],
    ['src/main/bridge/bridge-handler.ts', `import '@renderer/main';`],
    ['src/main/bridge/bridge-handler.ts', `export * from '@renderer/main';`],
    ['src/main/bridge/bridge-handler.ts', `void import('@renderer/main');`],
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
    ['src/renderer/features/sessions/Pane.vue', `import '../history/history-store';`],
    ['src/main/database/database.ts', `import '../history/schema';`],
  ].map((one) => [...one, 'house(layers)']),
  ...[
    ['src/main/bridge/bridge-handler.ts', `import 'electron';`],
    ['src/shared/text/uuid.ts', `import 'node:fs';`],
    ['src/contract/index.ts', `import 'vue';`],
    // Only the transport opens connections.
    ['src/main/sessions/session-handlers.ts', `import 'node:https';`],
    ['src/main/updates/update-service.ts', `import 'net';`],
    ['src/main/sending/sender.ts', `import 'node:http';`],
    ['src/main/shell/sessions.ts', `import { net } from 'electron'; void net;`],
    ['src/main/shell/sessions.ts', `import 'node:tls';`],
  ].map((one) => [...one, 'eslint(no-restricted-imports)']),
  ['src/cli/commands/session.ts', `void fetch('https://psp.example');`, 'eslint(no-restricted-globals)'],
  ...[
    // Only sending/ sends what carries a credential.
    ['src/main/sessions/session-handlers.ts', `import { createTransport } from '../transport';`],
    ['src/main/sessions/session-handlers.ts', `declare const transport: X; transport.send({});`],
    ['src/main/history/replayer.ts', `declare const services: X; services.transport.send({});`],
    ['src/main/buyers/buyers-handlers.ts', `declare const credentials: X; credentials.bearerFor({});`],
    ['src/main/connection/connection-handlers.ts', `export const services = { bearerFor: () => '' };`],
    // Everything that a person reads uses the time zone of the settings.
    ['src/shared/text/uuid.ts', TIME_ZONE],
    ['src/renderer/features/sessions/Pane.vue', TIME_ZONE],
  ].map((one) => [...one, 'house(no-restricted-syntax)']),
  ['src/renderer/Pane.vue', `export const parsed = URL.canParse('');`, 'eslint(no-restricted-properties)'],
  ['src/main/app.ts', `export const size = (list: any) => 1;`, 'typescript(no-explicit-any)'],
  [
    'src/renderer/Pane.vue',
    `export const first = (list: string[]) => list[0]!;`,
    'typescript(no-non-null-assertion)',
  ],
];
const ALLOWED = [
  ['src/main/bridge/bridge-handler.ts', `import '@shared/text/uuid';`],
  ['src/main/history/rows.test.ts', `import '@renderer/tools/money';`],
  ['src/renderer/features/sessions/Pane.vue', `import './session-store'; import '../sessions/session-id';`],
  ['src/renderer/tools/money.ts', `import './text/amounts';`],
  ['src/main/shell/window.ts', `import 'electron';`],
  ['src/main/transport/connect.ts', `import 'node:http';`],
  ['src/main/sending/sender.ts', `declare const x: X; x.transport.send(x.bearerFor({}));`],
];

describe('a commit that breaks a layer fails lint', () => {
  let found;
  const numbered = (path, number) => path.replace(/(?=(\.test)?\.\w+$)/, `-${number}`);
  const texts = [...BROKEN, ...ALLOWED];
  beforeAll(async () => {
    const repository = configured();
    try {
      for (const [number, [path, text]] of texts.entries()) {
        const script = path.endsWith('.vue') ? `<script lang="ts">\n${text}\n</script>\n` : text;
        repository.write(numbered(path, number), script);
      }
      found = await repository.found();
    } finally {
      repository.remove();
    }
  });
  const rulesBroken = (number) => {
    const path = numbered(texts[number][0], number);
    return found.flatMap(([filename, rule]) => (filename === path ? [rule] : []));
  };

  it.each(BROKEN.map((one, number) => [number, ...one]))(
    '%i: in %s: %s: %s',
    (number, _path, _text, rule) => {
      expect(rulesBroken(number)).toContain(rule);
    },
  );

  it.each(ALLOWED.map((one, number) => [BROKEN.length + number, ...one]))(
    '%i: allowed in %s: %s',
    (number) => {
      expect(rulesBroken(number)).toEqual([]);
    },
  );
});

it('circular imports fail lint, also by an alias and through a component', async () => {
  const { write, found, remove } = configured();
  try {
    write('src/shared/a.ts', `import Panel from '@renderer/Panel.vue'; export const a = () => Panel;`);
    write('src/renderer/Panel.vue', `<script setup lang="ts">\nimport './b';\n</script>\n`);
    write('src/renderer/b.ts', `export const b = 1;`);
    const circles = async () =>
      (await found()).map(([, rule]) => rule).filter((rule) => rule === 'import(no-cycle)');
    expect(await circles()).toEqual([]);
    write('src/renderer/b.ts', `import { a } from '@shared/a'; export const b = a;`);
    expect(await circles()).toContain('import(no-cycle)');
  } finally {
    remove();
  }
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

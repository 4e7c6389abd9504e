// Runs public documents of real services through everything that the app does with one: reading it, every operation's
// form, an example of each body, and every operation sent to the sandbox that serves the document. The documents are
// not part of this repository: docs/api-documents.md lists those that were tried, and where to find them. Run: node
// bench/public-documents.mjs FOLDER [--details]
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'vite';
import { aliases } from '../build/aliases.mjs';
import { startBuiltSandbox } from './sandbox-server.mjs';

const { values, positionals } = parseArgs({
  options: { details: { type: 'boolean' } },
  allowPositionals: true,
});
const [from] = positionals;
if (from === undefined) {
  console.error('Run: node bench/public-documents.mjs FOLDER [--details]');
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'public-documents-'));
await build({
  configFile: false,
  logLevel: 'error',
  resolve: { alias: aliases },
  ssr: { noExternal: true },
  build: {
    ssr: resolve('bench/public-documents/survey.mjs'),
    outDir: folder,
    rolldownOptions: { output: { format: 'es', entryFileNames: 'survey.mjs' } },
  },
});

const rows = {};
for (const name of readdirSync(from).sort()) {
  if (!/\.(?:json|ya?ml)$/.test(name)) continue;
  const file = join(resolve(from), name);
  const sandbox = await startBuiltSandbox(['--quiet', '--document', file]).catch((error) => {
    console.error(`${name}: ${error.message}`);
    return null;
  });
  if (sandbox === null) {
    rows[name] = { document: 'not served' };
    continue;
  }
  const { baseUrl, tokens } = sandbox.description;
  const said = await survey(file, baseUrl, tokens.full).finally(() => sandbox.stop());
  const found = JSON.parse(said);
  if (values.details) console.log(`\n${name}\n${JSON.stringify(found, null, 1)}`);
  const { examples, answers, times } = found;
  rows[name] = {
    document: `${found.title} ${found.version}`.slice(0, 40),
    MB: (found.bytes / 1024 / 1024).toFixed(1),
    operations: found.operations,
    forms: found.forms,
    examples: `${examples.valid} of ${examples.bodies}`,
    'answered well': `${answers.good} of ${answers.sent}`,
    'without findings': `${answers.clean} of ${answers.sent}`,
    'read, forms, examples, sent (s)': ['read', 'forms', 'examples', 'sent']
      .map((each) => (times[each] / 1000).toFixed(1))
      .join(', '),
    'memory (MB)': found.megabytes,
  };
}
rmSync(folder, { recursive: true });
console.log(`Node ${process.versions.node}`);
console.table(rows);

/** What the process for one document reports. */
async function survey(...args) {
  const child = spawn(process.execPath, [join(folder, 'survey.mjs'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  for await (const chunk of child.stdout) said += String(chunk);
  return said;
}

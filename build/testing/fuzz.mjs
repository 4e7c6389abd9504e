// npm run fuzz: runs a public fuzzer (Schemathesis) against a sandbox, based on the contract. Not part of npm test. It
// is installed once, in a separate environment below the user's cache directory. Two passes:
//   1. openapi.yaml as it is: no 500, nothing outside the contract, wrong data and missing authentication refused.
//   2. openapi.yaml narrowed to what the sandbox has (its ids, its destination, its page sizes): the same, and now
//      everything valid must be accepted as well. The specification leaves these open, so pass 1 cannot ask for it.
//      Options are passed on to Schemathesis, such as --max-examples 1000 --seed 1.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { METHODS } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parse, stringify } from 'yaml';
import { ensureBuilt } from '../setup/app-build.mjs';
import { runQuietly } from '../setup/child-process.mjs';
import { ensurePackages } from '../setup/node-modules.mjs';
import { cacheDir, outDir, repoRoot } from '../setup/paths.mjs';
import { exitOnError } from '../setup/setup.mjs';
import { ensureSystemPackages, requirements } from '../setup/system-packages.mjs';

const VERSION = '4.32.5';
const contract = join(repoRoot, 'src', 'contract', 'openapi.yaml');
const workDir = join(outDir, 'fuzz');

const log = (line) => console.error(`fuzz: ${line}`);

await exitOnError(async () => {
  await ensureSystemPackages(requirements.fuzz, { log, purpose: 'the fuzzer' });
  await ensurePackages({ log });
  await ensureBuilt({ log, stdout: 'stderr' });
  const fuzzer = await installFuzzer();
  const sandbox = await startSandbox();
  try {
    rmSync(workDir, { recursive: true, force: true });
    mkdirSync(workDir, { recursive: true });
    const read = () => parse(readFileSync(contract, 'utf8'));
    log('pass 1: the contract as it is');
    const withoutAcceptance = ['--exclude-checks', 'positive_data_acceptance'];
    const first = run(fuzzer, 'openapi', sendable(read()), sandbox.description, withoutAcceptance);
    log('pass 2: the contract narrowed to what the sandbox has');
    const narrowed = narrow(read(), sandbox.description);
    const second = run(fuzzer, 'openapi.narrowed', narrowed, sandbox.description, []);
    process.exitCode = first === 0 && second === 0 ? 0 : 1;
    log(process.exitCode === 0 ? 'nothing found' : 'there are findings; they stand above');
  } finally {
    await sandbox.stop();
  }
});

async function installFuzzer() {
  const folder = join(cacheDir(), `schemathesis-${VERSION}`);
  const bin = join(folder, process.platform === 'win32' ? 'Scripts' : 'bin');
  const program = join(bin, 'schemathesis');
  const finished = join(folder, 'finished');
  if (existsSync(finished)) return program;
  log(`installing Schemathesis ${VERSION} from PyPI into ${folder}`);
  rmSync(folder, { recursive: true, force: true });
  const python = process.platform === 'win32' ? 'python' : 'python3';
  await runQuietly(python, ['-m', 'venv', folder], { what: 'Making a Python environment' });
  await runQuietly(join(bin, 'python'), ['-m', 'pip', 'install', '--quiet', `schemathesis==${VERSION}`], {
    what: 'Installing Schemathesis',
  });
  writeFileSync(finished, '');
  return program;
}

async function startSandbox() {
  const child = spawn(process.execPath, [join(outDir, 'main', 'sandbox-cli.js'), '--quiet'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const line = await Promise.race([
    new Promise((resolve) => createInterface({ input: child.stdout }).once('line', resolve)),
    ended.then(() => Promise.reject(new Error('the sandbox ended before it was ready'))),
  ]);
  const stop = async () => {
    child.kill();
    await ended;
  };
  return { description: JSON.parse(line), stop };
}

/** @returns {number | null} the exit code */
function run(fuzzer, name, document, { baseUrl, tokens }, options) {
  const file = join(workDir, `${name}.yaml`);
  writeFileSync(file, stringify(document));
  const args = ['run', file, '--url', baseUrl, '--header', `Authorization: Bearer ${tokens.full}`];
  const fixed = ['--checks', 'all', '--continue-on-failure', '--generation-codec', 'ascii'];
  return spawnSync(fuzzer, [...args, ...fixed, ...options, ...process.argv.slice(2)], {
    cwd: workDir,
    stdio: 'inherit',
  }).status;
}

/**
 * Headers are sent in Latin-1, but from the URL's pattern the fuzzer generates characters outside it, which its own
 * HTTP client cannot send. From the format alone it generates URLs in ASCII.
 */
function sendable(document) {
  const url = document.paths['/vault-forward'].post.parameters.find(
    ({ name }) => name === 'x-vault-forward-url',
  );
  delete url.schema.pattern;
  return document;
}

/** Puts the choices of docs/sandbox.md into the document wherever the specification leaves things open. */
function narrow(document, { sessions, destination, paymentMethods, authentications }) {
  const { paths } = document;
  const parameter = (operation, name) => operation.parameters.find((entry) => entry.name === name);
  const session = paths['/checkout/sessions/{session_id}'].get;
  const { errors, ...samples } = sessions;
  parameter(session, 'session_id').schema.enum = [...Object.values(samples), errors[404], errors[409]];

  const buyers = paths['/buyers'].get;
  Object.assign(parameter(buyers, 'limit').schema, { minimum: 1, maximum: 100 });
  // A cursor is opaque: a generated one is never valid.
  buyers.parameters = buyers.parameters.filter(({ name }) => name !== 'cursor');

  const forward = paths['/vault-forward'].post;
  // The example's placeholders are valid only together with a payment method, which a schema cannot express.
  delete forward.requestBody.content['application/json'].example;
  const urls = ['/pay', '/html', '/binary', '/status/201', '/status/302', '/status/404', '/large?mb=1'];
  parameter(forward, 'x-vault-forward-url').schema = {
    type: 'string',
    enum: urls.map((path) => destination.http + path),
  };
  parameter(forward, 'x-vault-forward-http-method').schema = {
    type: 'string',
    // The answer to a HEAD has the content type of a body that is not sent, which the fuzzer treats as broken JSON.
    enum: METHODS.filter((method) => method !== 'CONNECT' && method !== 'HEAD'),
  };
  const list = (values) => ({
    type: 'array',
    minItems: 1,
    uniqueItems: true,
    items: { type: 'string', enum: values },
  });
  parameter(forward, 'x-vault-forward-payment-methods').schema = list(paymentMethods);
  // Mutual TLS needs the other port; the sandbox's own tests cover it.
  parameter(forward, 'x-vault-forward-authentications').schema = list([
    authentications.signing,
    authentications.encryption,
  ]);
  return document;
}

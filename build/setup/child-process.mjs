// Runs a program whose output matters only if it fails, in which case its beginning and end are shown.
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { logsDir, repoRoot } from './paths.mjs';

const SHOWN_LINES = 15;

/** A set-up step that cannot continue. `message` is for people: what happened, and what to do next. */
export class SetupError extends Error {
  name = 'SetupError';
}

/** A program failed. The message includes the beginning and the end of its output; the whole output is in `logFile`. */
export class ChildProcessError extends SetupError {
  constructor({ what, reason, output, logFile }) {
    super(`${what} failed (${reason}). Its output:\n${shorten(output)}\n\nAll of it: ${logFile}`);
    this.reason = reason;
    this.output = output;
  }
}

/** Some programs report the problem first, others last. */
function shorten(output) {
  const lines = output.trim().split('\n');
  if (lines.length <= 2 * SHOWN_LINES) return lines.join('\n');
  return [...lines.slice(0, SHOWN_LINES), '[...]', ...lines.slice(-SHOWN_LINES)].join('\n');
}

/**
 * Runs a program to its end with its output in a log file. Rejects with a ChildProcessError if it does not exit with
 * 0. `stalled` is called once a second; if it returns a reason, the program is ended, and the reason reported.
 * @param {string} command
 * @param {string[]} args
 * @param {{ what: string, cwd?: string, env?: NodeJS.ProcessEnv, logFile?: string, stalled?: () => string | undefined
 * }} options
 * @returns {Promise<string>} the output (standard output and error, interleaved)
 */
export function runQuietly(command, args, options) {
  const { what, cwd = repoRoot, env = process.env, logFile = join(logsDir, 'setup.log'), stalled } = options;
  mkdirSync(dirname(logFile), { recursive: true });
  const file = openSync(logFile, 'a');
  writeSync(file, `\n[${new Date().toISOString()}] ${[command, ...args].join(' ')}\n`);
  const from = statSync(logFile).size;
  return new Promise((resolve, reject) => {
    let stopReason;
    let ended = false;
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', file, file] });
    const watch =
      stalled &&
      setInterval(() => {
        stopReason ??= stalled();
        if (stopReason) child.kill('SIGKILL');
      }, 1000);
    const end = (reason) => {
      if (ended) return;
      ended = true;
      clearInterval(watch);
      closeSync(file);
      const output = readFileSync(logFile).subarray(from).toString('utf8');
      if (reason === undefined) resolve(output);
      else reject(new ChildProcessError({ what, reason, output, logFile }));
    };
    child.on('error', (error) => end(`${command} could not be started: ${error.message}`));
    child.on('close', (code, signal) => {
      if (code === 0) end(undefined);
      else end(stopReason ?? (signal ? `ended by ${signal}` : `exit code ${code}`));
    });
  });
}

/** How to start npm itself: the npm that runs this process, or the installed one if none does. */
export function npmCommand(env = process.env) {
  if (env.npm_execpath?.endsWith('.js')) return { command: process.execPath, args: [env.npm_execpath] };
  if (process.platform !== 'win32') return { command: 'npm', args: [] };
  const besideNode = join(dirname(process.execPath), 'node_modules', 'npm', 'bin', 'npm-cli.js');
  return { command: process.execPath, args: [besideNode] };
}

import { createRequire } from 'node:module';
import { repoRoot } from './paths.mjs';

/**
 * Runs a built program in this very process, so that signals, exit code and standard streams are the program's own. npm
 * has changed to the folder of package.json, but a relative path refers to the folder it was typed in.
 */
export function runProgram(program, args, npmFolder = repoRoot) {
  const { INIT_CWD: typedIn } = process.env;
  if (typedIn && process.cwd() === npmFolder) process.chdir(typedIn);
  process.argv = [process.execPath, program, ...args];
  createRequire(import.meta.url)(program);
}

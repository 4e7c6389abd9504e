import { createRequire } from 'node:module';
import { repoRoot } from './paths.mjs';

/**
 * Runs a built program in this very process: signals, exit code and standard streams are the program's without anything in
 * between. npm has gone to the folder of package.json; a path that was typed means the folder it was typed in.
 */
export function runProgram(program, args, npmFolder = repoRoot) {
  const { INIT_CWD: typedIn } = process.env;
  if (typedIn && process.cwd() === npmFolder) process.chdir(typedIn);
  process.argv = [process.execPath, program, ...args];
  createRequire(import.meta.url)(program);
}

/** Whether a program with this name is on the PATH (Linux and macOS). */
export function onPath(program: string, env?: NodeJS.ProcessEnv): boolean;

/** Whether a program of this name lies on the PATH (Linux and macOS). */
export function onPath(program: string, env?: NodeJS.ProcessEnv): boolean;

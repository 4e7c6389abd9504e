import { ProblemError } from '@shared/problem';
import type { Profile } from '@shared/profiles/profile';
import { TOKEN_VARIABLE } from './say';
import { UsageError } from './usage-error';

interface GivenToken {
  /** Null if the variable is not set. */
  readonly ofEnvironment: string | null;
  /** Reads standard input; null if no token is given there. */
  readonly read: (() => Promise<string>) | null;
  readonly say: (words: string) => void;
}

/**
 * The token for this run alone; null to use the profile's own. The Local sandbox accepts only the token that it creates
 * at start-up.
 */
export async function tokenOfRun(
  { environment }: Pick<Profile, 'environment'>,
  { ofEnvironment, read, say }: GivenToken,
): Promise<string | null> {
  const makesItsOwn = environment === 'local';
  if (read !== null) {
    if (makesItsOwn)
      throw new UsageError(
        'The Local sandbox makes its own token, and takes no other: leave --token-stdin out. Nothing was sent.',
      );
    return oneLine(await read());
  }
  if (ofEnvironment === null) return null;
  say(
    makesItsOwn
      ? `${TOKEN_VARIABLE} is set, and not used: the Local sandbox makes its own token.`
      : `The token comes from ${TOKEN_VARIABLE}.`,
  );
  return makesItsOwn ? null : ofEnvironment;
}

/**
 * Names the source of a value that is not a token. It was neither pasted nor about to be saved, so the window's wording
 * does not fit.
 */
export function notAToken(where: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof ProblemError) || !error.problem.code.startsWith('token-')) throw error;
    const { title, meaning } = error.problem;
    throw new UsageError(
      `${where}: ${title}. ${meaning.replace('The token was not saved.', 'Nothing was sent.')}`,
    );
  };
}

function oneLine(input: string): string {
  if (/[\r\n]/.test(input.trim()))
    throw new UsageError('Standard input has to be the access token, and nothing else. Nothing was sent.');
  return input;
}

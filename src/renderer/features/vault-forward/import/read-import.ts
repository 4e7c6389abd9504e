import { importCommand } from '@renderer/tools/import/command';
import { atOnce } from '@shared/at-once';
import { numberedNames, withDestination } from '@shared/import/entry-names';
import { importHar } from '@shared/import/har';
import { isApiDocument } from '@shared/import/is-api-document';
import { escapeImported } from '@shared/import/escape-imported';
import type { Imported } from '@shared/import/imported-request';
import { shortened } from '@shared/import/shortened';
import { toVaultForward, type VaultForwardImport } from '@shared/import/to-vault-forward';
import { refuse, succeed, type Problem, type Result } from '@shared/problem';

/** A request found in the pasted text, as it is offered. */
export interface Candidate {
  readonly label: string;
  /** Why it cannot be taken over; null when it can. */
  readonly problem: Problem | null;
}

/** The requests in a text. */
export interface ReadImport {
  readonly candidates: Result<readonly Candidate[]>;
  /** Converts a candidate to a Vault Forward request; null if it cannot be taken over. */
  convert(index: number): VaultForwardImport | null;
}

/** Reads JSON as a HAR, code that calls fetch as that call, and anything else as a cURL command. */
export function readImport(whole: string): ReadImport {
  // Some editors put an invisible byte order mark before a file's text.
  const found = read(withoutFence(whole.replace(/^\ufeff/, '')));
  return {
    candidates: found.ok
      ? succeed(
          found.value.map(({ label, imported }) => ({
            label,
            problem: imported.ok ? null : imported.problem,
          })),
        )
      : found,
    convert: (index) => {
      const imported = found.ok ? found.value[index]?.imported : undefined;
      if (imported?.ok !== true) return null;
      const { draft, done, left } = atOnce(
        toVaultForward(escapeImported(imported.value), () => crypto.randomUUID()),
      );
      return { draft, done: shortened(done), left: shortened(left) };
    },
  };
}

/** Without the two lines that Markdown puts around a command. */
function withoutFence(text: string): string {
  const opening = /^\s*```[\w-]*[ \t]*\r?\n/.exec(text)?.[0] ?? '';
  return opening === '' ? text : text.slice(opening.length).replace(/\r?\n```\s*$/, '');
}

/** Does the same with a file. */
export async function readImportFile(file: Pick<Blob, 'text'>): Promise<ReadImport> {
  try {
    return readImport(await file.text());
  } catch (error) {
    return { candidates: refuse(unreadable(error)), convert: () => null };
  }
}

interface Found {
  readonly label: string;
  readonly imported: Result<Imported>;
}

/** In characters. Its body is edited afterwards, and the composer was measured up to this size. */
const MAX_COMMAND = 5_000_000;

const TOO_LONG: Problem = {
  code: 'import-long',
  title: 'This command is too long.',
  meaning: `A command of at most ${MAX_COMMAND / 1_000_000} MB is read, its body included.`,
  nextStep: 'Import it with a shorter body, and add the complete one afterwards.',
  detail: null,
};

function unreadable(error: unknown): Problem {
  return {
    code: 'import-file',
    title: 'This file cannot be read.',
    meaning: 'It is gone, is a folder, or may not be read.',
    nextStep: 'Save it again, and drop it here once more.',
    detail: String(error),
  };
}

const API_DOCUMENT: Problem = {
  code: 'import-api-document',
  title: 'This is an OpenAPI document.',
  meaning: 'It describes operations, and is not one request.',
  nextStep: 'Add it on the API screen, and compose a request for one of its operations there.',
  detail: null,
};

const EMPTY_HAR: Problem = {
  code: 'import-har-empty',
  title: 'This HAR has no requests.',
  meaning: 'Its list of entries is empty: nothing was recorded, or all of it was filtered out.',
  nextStep: 'Record the request once more, and save all of the list.',
  detail: null,
};

function read(text: string): Result<readonly Found[]> {
  if (/^\s*[{[]/.test(text)) {
    const entries = importHar(text);
    if (!entries.ok) return orApiDocument(text, entries);
    if (entries.value.length === 0) return refuse(EMPTY_HAR);
    const named = numberedNames();
    return succeed(
      entries.value.map(({ method, url, status, imported }) => {
        const name = withDestination(`${method} ${url}`, imported.ok ? imported.value.request.headers : []);
        return { label: named(`${name}${status === null ? '' : ` · ${status}`}`), imported };
      }),
    );
  }
  if (text.length > MAX_COMMAND) return refuse(TOO_LONG);
  const command = importCommand(text);
  if (!command.ok) return orApiDocument(text, command);
  const { method, url } = command.value.request;
  return succeed([{ label: `${method} ${url}`, imported: command }]);
}

/** An API document is added on another screen: the problem says so, rather than why it is not a request. */
function orApiDocument(text: string, refused: Result<never>): Result<never> {
  return isApiDocument(text) ? refuse(API_DOCUMENT) : refused;
}

import { createHash, randomUUID } from 'node:crypto';
import { MASKED } from '@shared/http/exchange';
import { folderProblem, type SavedRequest } from '@shared/requests/saved-requests';
import { secretIdOf, secretReference } from '@shared/secrets/secret-reference';
import { typedSecretsOf, type Row } from '../content-rows';
import { toFileRequest } from '../file-request';
import { folderOf } from '../request-files';
import { readRequestText, toRequestText } from '../request-text';
import { masked, withoutCodes } from '../store-secrets';
import { updateRequestText, withId } from '../update-request-text';
import { secretFieldsOf } from './secret-fields';

/** The text of a file in a live folder, to be read. */
export interface LiveText {
  /** Relative to the folder. */
  readonly path: string;
  readonly text: string;
  /** The id for a file that has none. */
  readonly idIfMissing: string;
}

export interface LivePlace {
  /** The name of the app's folder. */
  readonly name: string;
  readonly profileId: string;
}

export interface LiveContent {
  readonly revision: string;
  readonly read:
    | {
        readonly ok: true;
        /** Masked: values of secret headers are references, and its folder is the app's. */
        readonly request: SavedRequest;
        readonly asked: string;
        readonly withoutId: boolean;
        readonly notes: readonly string[];
        /** Secrets that somebody typed into the file, with the references that replace them. */
        readonly typed: readonly { readonly reference: string; readonly value: string }[];
      }
    | { readonly ok: false; readonly why: string };
}

export type LiveQuestion =
  | { readonly kind: 'read'; readonly place: LivePlace; readonly files: readonly LiveText[] }
  /** @param text the file's text; null for a new file. */
  | { readonly kind: 'write'; readonly text: string | null; readonly request: SavedRequest }
  | { readonly kind: 'give-id'; readonly text: string; readonly id: string };

export type LiveAnswer =
  /** The contents of the first files, of at least one: if there are many, whoever waits gets them in parts. */
  | { readonly kind: 'read'; readonly contents: readonly LiveContent[] }
  | { readonly kind: 'text'; readonly text: string };

const MANY = 10;
/** How long it reads before it answers with what it has, in ms. */
const PART_MS = 100;

/** Answers in this process. Only called in a separate process, because a text that was made for that takes seconds. */
export function answerLive(question: LiveQuestion): LiveAnswer {
  switch (question.kind) {
    case 'read': {
      const contents: LiveContent[] = [];
      const begun = performance.now();
      for (const file of question.files) {
        contents.push(readLiveText(file, question.place));
        if (performance.now() - begun > PART_MS) break;
      }
      return { kind: 'read', contents };
    }
    case 'write': {
      const { text } = question;
      const request = withoutCodes(question.request);
      return {
        kind: 'text',
        text: text === null ? toRequestText([request], false) : updateRequestText(text, request),
      };
    }
    case 'give-id':
      return { kind: 'text', text: withId(question.text, question.id) };
  }
}

function readLiveText({ path, text, idIfMissing }: LiveText, place: LivePlace): LiveContent {
  const revision = revisionOf(text);
  const broken = (why: string): LiveContent => ({ revision, read: { ok: false, why } });
  const folder = [place.name, folderOf(path)].filter(Boolean).join('/');
  const wrongFolder = folderProblem(folder);
  if (wrongFolder !== null) return broken(wrongFolder);
  // Not parsed just to be counted.
  if ((text.match(/^(?:---|\.\.\.)/gm)?.length ?? 0) > MANY)
    return broken(`It holds more than ${MANY} requests: each file of a folder on disk holds one.`);
  const found = readRequestText(text, idIfMissing);
  const [read] = found;
  if (read === undefined) return broken('It is empty.');
  if (found.length > 1)
    return broken(`It holds ${found.length} requests: each file of a folder on disk holds one.`);
  if (!read.ok) return broken(read.why);
  const safe = safeRequest({ ...read.request, profileId: place.profileId, folder });
  const { request } = safe;
  return {
    revision,
    read: { ok: true, ...safe, asked: askedOf(request), withoutId: read.withoutId === true },
  };
}

/** The revision of what the request asks for, without its name and description. */
function askedOf(request: Pick<SavedRequest, 'request' | 'form'>): string {
  return revisionOf(JSON.stringify(toFileRequest(request)));
}

/** The request as it may be shown: nobody has looked at what is in the file. */
function safeRequest(
  request: SavedRequest,
): Pick<Extract<LiveContent['read'], { ok: true }>, 'request' | 'notes' | 'typed'> {
  const names = typedSecretsOf(request);
  const typed: { reference: string; value: string }[] = [];
  const replaced = <R extends Row>(row: R): R => {
    if (!row.secret || row.value === '' || secretIdOf(row.value) !== null) return row;
    const reference = secretReference(randomUUID());
    typed.push({ reference, value: row.value });
    return { ...row, value: reference };
  };
  const { request: asked, form } = request;
  const withReferences = {
    ...request,
    request: { ...asked, headers: asked.headers.map(replaced) },
    form: form && { ...form, switchedOff: form.switchedOff.map(replaced) },
  };
  const { request: safe, notes } = masked(
    withReferences,
    true,
    typed.map(({ value }) => value),
  );
  return {
    request: safe,
    typed,
    notes: [
      ...names.map(
        (name) =>
          `A secret is typed into the header ${name} of the file: others who have the file can read it. Save the request, which takes it out and keeps it in the keychain, and replace it where it is valid.`,
      ),
      ...secretFieldsOf(request.request.body ?? '').map(
        (name) =>
          `The value of “${name}” is in the body of the file: others who have the file can read it. Put a variable in its place.`,
      ),
      ...(JSON.stringify({ ...request, example: null }).includes(MASKED)
        ? [
            `A secret stands as ${MASKED} in the file: it was not kept. Put a variable in its place before it is sent.`,
          ]
        : []),
      ...notes,
    ],
  };
}

/** Different for different texts. */
export function revisionOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

import { refuse, succeed, type Problem, type Result } from '@shared/problem';
import { CurlBody } from './curl-body';
import { CurlForm } from './curl-form';
import { CurlHeaders } from './curl-headers';
import {
  IGNORED_OPTIONS,
  isIrrelevantOption,
  readCurlArguments,
  UNSUPPORTED_OPTIONS,
  type CurlOption,
} from './curl-options';
import { curlIn, withoutPrompt } from './curl-prompt';
import { readCurlUrl, withUploaded } from './curl-url';
import type { Imported } from '@shared/import/imported-request';
import { StandIns } from '@shared/import/stand-ins';
import { guessShell, type Shell, type ShellReading, type ShellWords } from './shell-words';
import { posixWords } from './shell-words-posix';
import { cmdWords } from './shell-words-cmd';
import { powershellWords } from './shell-words-powershell';

/**
 * Reads a cURL command as written by a browser, a manual or this app, for a POSIX shell, cmd.exe or PowerShell. Nothing
 * is run and no file is read. What curl itself would add (accept, user-agent) is not added.
 */
export function importCurl(text: string, shell: Shell | null = guessShell(text)): Result<Imported> {
  if (POWERSHELL_REQUEST.test(text) && !/\bcurl/i.test(text)) return refuse(notCurl());
  if (shell === null) {
    const why =
      'It has a ^ before a quotation mark: cmd.exe takes it away, bash sends it. Nothing in the command tells which of them it is for: take the ^ away, or put it into single quotes for bash.';
    return refuse(problem('curl-unclear', 'This command can be read in two ways.', why));
  }
  const standIns = new StandIns(text);
  const reading = wordsOf(withoutPrompt(text), shell, standIns);
  if (!reading.ok) {
    return refuse(problem('curl-unreadable', 'This command cannot be read.', reading.reason));
  }
  const start = curlIn(reading.words);
  if (start === -1) return refuse(notCurl());
  const reader = new CurlReader(reading, standIns);
  const words = reading.words.slice(start + 1);
  const flags = words.find((word) => word.startsWith('-') && standIns.isAll(word.replace(/^-{1,2}/, '')));
  if (flags !== undefined) return refuse(openOptions(standIns.shown(flags)));
  const { options, unknown, unclear } = readCurlArguments(words);
  if (unclear !== null) {
    const why = `${unclear} is not a curl option known here, or is short for several: what follows it may be its value or a URL.`;
    return refuse(problem('curl-unclear', 'This command can be read in two ways.', why));
  }
  for (const option of unknown) {
    reader.note(`${option} is not a curl option known here; it was left out.`);
  }
  for (const option of options) {
    if (option.name === 'next') {
      reader.note('The command asks for several requests (--next); only the first was read.');
      break;
    }
    const refusal = reader.take(option);
    if (refusal !== null) {
      return refuse(refusal);
    }
  }
  return reader.finish();
}

/** The commands that browsers write for “Copy as PowerShell”. */
const POWERSHELL_REQUEST = /\bInvoke-(?:WebRequest|RestMethod)\b/i;

const notCurl = (): Problem =>
  problem(
    'not-curl',
    'This is not a cURL command, a call of fetch or a HAR file.',
    'A cURL command begins with the word curl. In a browser, choose “Copy as cURL”.',
  );

function wordsOf(text: string, shell: Shell, standIns: StandIns): ShellReading {
  switch (shell) {
    case 'posix':
      return posixWords(text, standIns);
    case 'cmd':
      return cmdWords(text, standIns);
    case 'powershell':
      return powershellWords(text, standIns);
  }
}

class CurlReader {
  private readonly notes: Set<string>;
  private readonly urls: string[] = [];
  private readonly headers: CurlHeaders;
  private readonly body: CurlBody;
  private readonly form: CurlForm;
  /** The path of the file of --upload-file. */
  private upload: string | null = null;
  private method: string | null = null;
  private head = false;
  private get = false;
  private globoff = false;
  private pathAsIs = false;
  private signsForAws = false;

  constructor(
    { notes, input }: ShellWords,
    private readonly standIns: StandIns,
  ) {
    this.notes = new Set(notes);
    this.headers = new CurlHeaders((sentence) => this.note(sentence), standIns);
    this.body = new CurlBody(standIns, input);
    this.form = new CurlForm(standIns);
  }

  note(sentence: string): void {
    this.notes.add(sentence);
  }

  /** Takes one option; returns why it cannot be imported. */
  take({ name, value }: CurlOption): Problem | null {
    switch (name) {
      case 'url':
        this.urls.push(value);
        return null;
      case 'request':
        this.method = value;
        return null;
      case 'head':
        this.head = true;
        return null;
      case 'get':
        this.get = true;
        return null;
      case 'globoff':
        this.globoff = true;
        return null;
      case 'path-as-is':
        this.pathAsIs = true;
        return null;
      case 'aws-sigv4':
        this.signsForAws = true;
        return null;
      case 'url-file':
        return problem(
          'curl-file',
          'Parts of this request are in a file.',
          'URLs from a file (--url @…) cannot be read here.',
        );
      default:
        return this.takeOther(name, value);
    }
  }

  private takeOther(name: string, value: string): Problem | null {
    if (this.headers.take(name, value) || this.body.take(name, value)) return null;
    if (name === 'form' || name === 'form-string') {
      for (const sentence of this.form.take(name, value)) this.note(sentence);
      return null;
    }
    if (name === 'upload-file') {
      this.upload = value;
      return null;
    }
    if (name === 'config') {
      return problem(
        'curl-unsupported',
        `A command with --${name} cannot be taken over.`,
        UNSUPPORTED_OPTIONS[name] ?? '',
      );
    }
    if (!isIrrelevantOption(name)) {
      this.note(IGNORED_OPTIONS[name] ?? `--${name} was left out: it has no counterpart here.`);
    }
    return null;
  }

  finish(): Result<Imported> {
    const [first, ...more] = this.urls;
    if (first === undefined || first === '') {
      return refuse(
        problem(
          'curl-no-url',
          'This command names no URL.',
          'curl is told where to send a request by its URL.',
        ),
      );
    }
    if (this.form.given && this.body.given) {
      return refuse(
        problem(
          'curl-contradiction',
          'This command contradicts itself.',
          'curl refuses --form together with data.',
        ),
      );
    }
    const openUrl = this.urls.find((url) => this.standIns.isAll(url));
    if (more.length > 0 && openUrl !== undefined) return refuse(openOptions(this.standIns.shown(openUrl)));
    if (more.length > 0) {
      this.note('The command names several URLs; only the first was taken.');
    }
    if (this.head && (this.form.given || this.body.given) && !this.get) {
      return refuse(
        problem(
          'curl-contradiction',
          'This command contradicts itself.',
          'curl refuses --head together with data or a form.',
        ),
      );
    }
    const url = this.takeUrl(this.upload === null ? first : withUploaded(first, this.upload));
    if (url === null) {
      return refuse(
        problem('curl-no-url', 'The URL of this command cannot be read.', 'It is not an http or https URL.'),
      );
    }
    if (this.signsForAws) {
      // The user and secret of --user are for the signature, so they must not be sent.
      this.headers.implied.delete('authorization');
      this.note(
        '--aws-sigv4 was left out: no signature of AWS is made here. The key and its secret were left out, too.',
      );
    }
    const sendsForm = this.form.given;
    const sendsBody = sendsForm || (this.body.given && !this.get);
    // curl requests a range only if it sends no body.
    if (sendsBody) this.headers.implied.delete('range');
    for (const [name, value] of this.body.impliedHeaders(this.get)) {
      this.headers.implied.set(name, value);
    }
    const method =
      this.method ?? (this.head ? 'HEAD' : this.upload !== null ? 'PUT' : sendsBody ? 'POST' : 'GET');
    const form = sendsForm ? this.form.finish(this.headers.typeOfBody()) : null;
    if (form !== null) this.headers.setTypeOfBody(form.type);
    const body = form?.body ?? (sendsBody ? this.body.text : this.uploaded());
    const request = { method, url, headers: this.headers.all(), body };
    return succeed({ request, notes: [...this.notes], standIns: this.standIns.all });
  }

  private uploaded(): string | null {
    return this.upload === null ? null : this.body.fileText(this.upload);
  }

  private takeUrl(written: string): string | null {
    const { globoff, pathAsIs, standIns } = this;
    const read = readCurlUrl(written, this.body.queryText(this.get), { globoff, pathAsIs, standIns });
    if (read === null) {
      return null;
    }
    for (const sentence of read.notes) this.note(sentence);
    if (read.credentials !== null) {
      const isUsed = this.headers.addCredentials(read.credentials);
      if (!this.signsForAws)
        this.note(
          isUsed
            ? 'The user name and password of the URL were turned into an authorization header.'
            : 'The user name and password of the URL were left out, as the command itself says which authorization is sent.',
        );
    }
    return read.url;
  }
}

function openOptions(shown: string): Problem {
  const why = `${shown} may stand for options or for a URL: write out what it holds.`;
  return problem('curl-unclear', 'This command can be read in two ways.', why);
}

function problem(code: string, title: string, meaning: string): Problem {
  return {
    code,
    title,
    meaning,
    nextStep: 'Change the command, or enter the request by hand.',
    detail: null,
  };
}

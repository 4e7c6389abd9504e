import type { IncomingMessage, ServerResponse } from 'node:http';
import { respond } from '../server/respond';
import type { DownstreamAuthentication } from '../downstream-authentication/downstream-authentication';
import { RequestRefused } from '../errors/api-error';
import type { RequestLog } from '../log/request-log';
import { htmlAnswer, jsonAnswer, type Answer } from '../server/answer';
import { isSentForPage, namesThisComputer } from '../server/origin';
import { pause } from '../server/pause';
import { readBody } from '../server/read-body';
import { binaryAnswer, largeAnswer, statusAnswer } from './answers';
import { describeReceived } from './received';

const PREFIX = '/_destination';
const MAX_BODY_BYTES = 64 * 1024 * 1024;
const MAX_MEGABYTES = 2000;
const DEFAULT_SLOW_MS = 60_000;
const MAX_SLOW_MS = 600_000;

/** What happens to the connection instead of an answer. */
type ConnectionFault = 'reset' | 'truncated';

/**
 * A third party to forward to. Any path answers with what was received, except: /slow?ms=N, /large?mb=N, /status/N,
 * /reset, /truncated, /html, /binary. All of them can also be requested below the prefix /_destination.
 */
export class Destination {
  constructor(
    private readonly authentication: DownstreamAuthentication,
    private readonly log: RequestLog,
  ) {}

  readonly listener = (request: IncomingMessage, response: ServerResponse): void => {
    this.log.request(request, response, 'destination');
    this.#answer(request, response)
      .then((answer) => {
        if (answer === 'reset') request.socket.resetAndDestroy();
        else if (answer === 'truncated') truncate(response);
        else respond(response, answer);
      })
      .catch((error: unknown) => {
        if (error instanceof RequestRefused) respond(response, error.answer);
        else response.destroy();
      });
  };

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<Answer | ConnectionFault> {
    if (!namesThisComputer(request)) {
      throw new RequestRefused(403, {
        message: 'The destination answers only to loopback host names.',
      });
    }
    if (isSentForPage(request))
      throw new RequestRefused(403, { message: 'The destination answers no page of a browser.' });
    const url = new URL(`http://destination${request.url ?? '/'}`);
    const path = url.pathname.startsWith(`${PREFIX}/`) ? url.pathname.slice(PREFIX.length) : url.pathname;
    const status = /^\/status\/([2-9]\d\d)$/.exec(path)?.[1];
    if (status !== undefined) return statusAnswer(Number(status));
    switch (path) {
      case '/reset':
        return 'reset';
      case '/truncated':
        return 'truncated';
      case '/html':
        return htmlAnswer(200, 'A page of the destination');
      case '/binary':
        return binaryAnswer();
      case '/large':
        return largeAnswer(wholeNumber(url, 'mb', 1, MAX_MEGABYTES));
      case '/slow':
        await pause(wholeNumber(url, 'ms', DEFAULT_SLOW_MS, MAX_SLOW_MS), response);
        return this.#echo(request);
      default:
        return this.#echo(request);
    }
  }

  async #echo(request: IncomingMessage): Promise<Answer> {
    const body = await readBody(request, MAX_BODY_BYTES);
    return jsonAnswer(200, await describeReceived(request, body, this.authentication));
  }
}

/** Announces more bytes than it sends, and hangs up. */
function truncate(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 });
  response.write('{"truncated":', () => response.destroy());
}

function wholeNumber({ searchParams }: URL, name: string, fallback: number, most: number): number {
  const text = searchParams.get(name);
  if (text === null) return fallback;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= 1 && value <= most) return value;
  throw new RequestRefused(400, { message: `${name} must be a whole number from 1 to ${most}.` });
}

import type { Socket } from 'node:net';
import { constants, createBrotliCompress, createDeflate, createGzip, deflateSync, gzipSync } from 'node:zlib';
import { head, IMPATIENT, jsonAnswer, page, PATIENT, serveAnswers, type Fault } from './fault.fixture';

/** How many bytes each bomb unpacks to: many times the limit of the test. */
export const UNPACKED_BYTES = 256 * 1024 * 1024;

type Bomb = 'gzip' | 'deflate' | 'br';
const bombs = new Map<Bomb, Promise<Buffer>>();

/** Hundreds of megabytes of zeros, compressed once for all tests. */
function bomb(coding: Bomb): Promise<Buffer> {
  const known = bombs.get(coding);
  if (known) return known;
  const packing = pack(coding);
  bombs.set(coding, packing);
  return packing;
}

async function pack(coding: Bomb): Promise<Buffer> {
  const quick = { level: 1, params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
  const packers = { gzip: createGzip, deflate: createDeflate, br: createBrotliCompress };
  const packer = packers[coding](quick);
  const zeros = Buffer.alloc(1024 * 1024);
  const pieces: Buffer[] = [];
  packer.on('data', (piece: Buffer) => pieces.push(piece));
  for (let sent = 0; sent < UNPACKED_BYTES; sent += zeros.length) {
    await new Promise((resolve) => packer.write(zeros, resolve));
  }
  await new Promise<void>((resolve) => packer.once('end', resolve).end());
  return Buffer.concat(pieces);
}

function answered(
  name: string,
  outcome: Fault['outcome'],
  answer: (socket: Socket) => void,
  timeouts = PATIENT,
): Fault {
  return {
    name,
    outcome,
    arrives: true,
    meet: (operation) => serveAnswers(operation, answer, timeouts),
  };
}

function bombFault(coding: Bomb): Fault {
  return {
    name: `bomb: ${coding} that unpacks to ${UNPACKED_BYTES / 1024 / 1024} MB`,
    outcome: 'too-large',
    arrives: true,
    meet: async (operation) => {
      const body = await bomb(coding);
      return serveAnswers(operation, (socket) => {
        socket.write(head(`content-encoding: ${coding}`, `content-length: ${body.length}`));
        socket.write(body);
      });
    },
  };
}

const write =
  (...pieces: readonly (string | Buffer)[]) =>
  (socket: Socket): void => {
    for (const piece of pieces) socket.write(piece);
  };

const end =
  (...pieces: readonly (string | Buffer)[]) =>
  (socket: Socket): void => {
    write(...pieces)(socket);
    socket.end();
  };

/** Resets the connection once the text is on its way. */
const reset =
  (text: string) =>
  (socket: Socket): void => {
    socket.write(text, () => setTimeout(() => socket.resetAndDestroy(), 50));
  };

/** Sends endlessly until the other side hangs up, no faster than it reads. */
const forEver =
  (begin: string, piece: Buffer) =>
  (socket: Socket): void => {
    const more = (): void => {
      if (socket.destroyed) return;
      if (socket.write(piece)) setImmediate(more);
      else socket.once('drain', more);
    };
    socket.write(begin);
    more();
  };

const drip =
  (text: string) =>
  (socket: Socket): void => {
    let place = 0;
    const timer = setInterval(() => socket.write(text.charAt(place++ % text.length)), 20);
    socket.once('close', () => clearInterval(timer));
  };

const gzip = gzipSync(page(null));
const html = '<!doctype html><title>Sign in</title><h1>Welcome to this hotel</h1>';
const htmlHead = ['content-type: text/html', `content-length: ${html.length}`];

/** Faults in what comes back on an established connection. */
export const ANSWER_FAULTS: readonly Fault[] = [
  answered('black hole: no first byte', 'total-timeout', () => undefined, IMPATIENT),
  answered('black hole: inside the body', 'total-timeout', write(head('content-length: 9'), '{}'), IMPATIENT),
  answered(
    'a byte at a time: the head',
    'total-timeout',
    drip(head('x-long: '.padEnd(9_000, 'y'))),
    IMPATIENT,
  ),
  answered(
    'a byte at a time: the body',
    'total-timeout',
    (socket) => {
      socket.write(head('content-length: 9000'));
      drip(' ')(socket);
    },
    IMPATIENT,
  ),
  answered(
    'endless interim answers (103)',
    'total-timeout',
    write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(50_000)),
    IMPATIENT,
  ),
  answered('reset before the head', 'reset', (socket) => socket.resetAndDestroy()),
  answered('reset inside the head', 'reset', reset('HTTP/1.1 200 OK\r\ncontent-')),
  answered('reset inside the body', 'truncated', reset(`${head('content-length: 90')}{"id"`)),
  answered('closed before the head', 'reset', end()),
  answered('truncated: less than content-length', 'truncated', end(head('content-length: 90'), '{"id"')),
  answered(
    'truncated: chunks without the last one',
    'truncated',
    end(head('transfer-encoding: chunked'), '2\r\n{}\r\n'),
  ),
  answered(
    'too long: more than content-length',
    'answered',
    write(`${jsonAnswer(page(null))}HTTP/1.1 200 OK\r\n\r\nnot yours`),
  ),
  answered(
    'endless body',
    'too-large',
    forEver(head('content-type: application/json'), Buffer.alloc(65_536, ' ')),
  ),
  answered('two different lengths', 'protocol', write(head('content-length: 1', 'content-length: 2'), '{}')),
  answered(
    'chunk without a length',
    'protocol',
    write(head('transfer-encoding: chunked'), 'x\r\n{}\r\n0\r\n\r\n'),
  ),
  answered('not HTTP', 'protocol', write('SSH-2.0-OpenSSH_9\r\n')),
  answered(
    'switches protocols (101)',
    'protocol',
    write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
  ),
  answered(
    'header flood: an endless one',
    'protocol',
    forEver('HTTP/1.1 200 OK\r\nx: ', Buffer.alloc(65_536, 'y')),
  ),
  answered(
    'header flood: many',
    'protocol',
    forEver('HTTP/1.1 200 OK\r\n', Buffer.from('x: y\r\n'.repeat(10_000))),
  ),
  answered('invalid gzip', 'bad-encoding', write(jsonAnswer(page(null), 'content-encoding: gzip'))),
  answered(
    'gzip cut off, with a matching length',
    'bad-encoding',
    write(head('content-encoding: gzip', 'content-length: 40'), gzip.subarray(0, 40)),
  ),
  answered('bytes after the end of a deflate body', 'bad-encoding', (socket) => {
    const body = deflateSync(page(null));
    socket.write(head('content-encoding: deflate', `content-length: ${body.length + 1_000}`));
    socket.write(body);
    drip('x')(socket);
  }),
  bombFault('gzip'),
  bombFault('deflate'),
  bombFault('br'),
  answered(
    'wrong type: JSON as image/png',
    'answered',
    write(head('content-type: image/png', `content-length: ${page(null).length}`), page(null)),
  ),
  answered('wrong charset: UTF-16 as UTF-8', 'answered', (socket) => {
    const body = Buffer.from(page(null), 'utf16le');
    socket.write(head('content-type: application/json; charset=utf-8', `content-length: ${body.length}`));
    socket.write(body);
  }),
  answered('HTML with status 200', 'answered', write(head(...htmlHead), html)),
  answered(
    'HTML with status 502',
    'answered',
    write(head(...htmlHead).replace('200 OK', '502 Bad Gateway'), html),
  ),
  answered(
    'JSON nested 100,000 deep',
    'answered',
    write(jsonAnswer(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)),
  ),
  answered('clock of the service a day ahead', 'answered', (socket) => {
    socket.write(jsonAnswer(page(null), `date: ${new Date(Date.now() + 86_400_000).toUTCString()}`));
  }),
];

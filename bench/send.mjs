// Sends a Vault Forward request: the time from the call of the bridge in the page until the request reaches a server on
// this computer, alternating between the app and the floor. The difference is what the app adds. The page and the
// server each use their own clock, both of which follow the computer's. Run: node bench/send.mjs [--quick] [--runs N]
import { createServer } from 'node:http';
import { APP, LEAST, openDesktop } from './kit/desktop.mjs';
import { median, pause, readOptions, tell } from './kit/measurement.mjs';
import { useService } from './kit/page.mjs';

const { runs } = readOptions({ runs: [5, 2] });
const SENDS = 25;
/** The first sends open connections and the database, so they do not count. */
const FIRST = 5;

let arrived = 0;
const server = createServer((request, response) => {
  arrived = performance.timeOrigin + performance.now();
  request.resume();
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const service = { baseUrl: `http://127.0.0.1:${server.address().port}`, token: 'bench' };
const desktop = await openDesktop();

/**
 * In the page of the app: returns the time of its call, after waiting for the answer. Each request is different,
 * because equal ones within a second count as one click.
 */
async function sendThere() {
  const header = (name, value) => ({ name, value, secret: false });
  const request = {
    version: 1,
    operation: 'vault_forward',
    pathParameters: {},
    query: [],
    headers: [
      header('content-type', 'application/json'),
      header('x-vault-forward-url', 'https://psp.example/v1/charges'),
      header('x-vault-forward-http-method', 'POST'),
      header('x-vault-forward-payment-methods', '5e550000-0000-4000-8000-000000000001'),
    ],
    body: `{"cards":[{"number":"{{CARD_NUMBER_1}}"}],"reference":"${crypto.randomUUID()}"}`,
  };
  const callId = crypto.randomUUID();
  const called = performance.timeOrigin + performance.now();
  const sent = await window.explorer.sendRequest({
    request,
    callId,
    composedUnder: null,
    draftId: null,
    familyId: null,
  });
  if (!sent.ok || sent.value.kind !== 'sent') throw new Error(JSON.stringify(sent).slice(0, 300));
  return called;
}

/** In the page of the floor. */
async function readThere() {
  const called = performance.timeOrigin + performance.now();
  await window.bench.read('/vault-forward');
  return called;
}

async function untilArrived({ page, close }, call) {
  await pause(1_000);
  const taken = [];
  for (let send = 0; send < SENDS; send += 1) {
    const called = await page.evaluate(call);
    taken.push(arrived - called);
    await pause(50);
  }
  await close();
  return median(taken.slice(FIRST));
}

try {
  const [app, floor] = [[], []];
  for (let run = 0; run < runs; run += 1) {
    const env = { BENCH_URL: service.baseUrl, BENCH_TOKEN: service.token };
    floor.push(await untilArrived(await desktop.launch(LEAST, 'floor', env), readThere));
    const opened = await desktop.launch(APP, 'user-data');
    await useService(opened.page, service);
    app.push(await untilArrived(opened, sendThere));
  }
  tell('send', { runs: app, reference: floor });
} finally {
  await desktop.stop();
  server.close();
}

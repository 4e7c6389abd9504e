// The reference for loading all buyers: fetches the same pages in a bare loop of node:http on one connection, reading
// only the next cursor from each. Prints the time in ms, and its memory at the end.
// Run by bench/buyers-grid.mjs: node bench/bare-pages.mjs URL TOKEN
import { Agent, get } from 'node:http';
import { treeMegabytes } from './kit/memory.mjs';

const [, , url, token] = process.argv;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const options = { agent, headers: { authorization: `Bearer ${token}` } };

function page(address) {
  return new Promise((resolve, reject) => {
    get(address, options, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => resolve(Buffer.concat(chunks)));
    }).on('error', reject);
  });
}

const started = performance.now();
let pages = 0;
for (let cursor = ''; cursor !== undefined; pages += 1) {
  const bytes = await page(`${url}/buyers?limit=100${cursor && `&cursor=${cursor}`}`);
  cursor = /"next_cursor":"([^"]+)"/.exec(bytes.latin1Slice(Math.max(0, bytes.length - 300)))?.[1];
}
const ms = performance.now() - started;
console.log(JSON.stringify({ ms, pages, megabytes: treeMegabytes(process.pid) }));
agent.destroy();

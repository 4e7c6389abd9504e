// The references for sandbox-throughput: bare node:http servers. One sends the bytes of a file; with `--make` it
// generates a page of 20 buyers for each request, in code written without regard to speed.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [, , file, make] = process.argv;
const ready = readFileSync(file);
let asked = 0;

function madePage() {
  asked += 1;
  const items = Array.from({ length: 20 }, (_, row) => {
    const place = asked * 20 + row;
    return {
      id: randomUUID(),
      type: 'buyer',
      display_name: `Buyer ${place}`,
      external_identifier: `customer-${String(place).padStart(7, '0')}`,
      created_at: new Date(1.7e12 - place * 127_000).toISOString(),
      updated_at: new Date(1.7e12 - place * 61_000).toISOString(),
    };
  });
  const page = { items, limit: 20, next_cursor: `n${asked}`, previous_cursor: `p${asked}` };
  return Buffer.from(JSON.stringify(page));
}

const server = createServer((request, response) => {
  const body = make === '--make' ? madePage() : ready;
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));

// Bodies to measure with: a minified list of buyers as the API would send it, of a given size, always the same.
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';

const CITIES = ['Köln', 'Paris', 'São Paulo', 'Łódź', 'Tokyo'];

function buyer(number) {
  const hex = (number * 2654435761).toString(16).padStart(12, '0').slice(-12);
  return {
    type: 'buyer',
    id: `fe26475d-ec3e-4884-9553-${hex}`,
    merchant_account_id: 'default',
    display_name: `Buyer ${number}`,
    external_identifier: number % 3 === 0 ? null : `customer-${number}`,
    billing_details: {
      first_name: 'Zoë',
      last_name: `Müller ${number % 97}`,
      email_address: `buyer${number}@example.com`,
      phone_number: '+4917712345678',
      address: {
        city: CITIES[number % CITIES.length],
        country: 'DE',
        postal_code: '50667',
        line1: 'Domkloster 4',
        line2: null,
      },
      tax_id: { value: '12345678931', kind: 'eu.vat' },
    },
    account_number: number * 1_000_003,
    created_at: '2013-07-16T19:23:00.000+00:00',
    updated_at: '2013-07-16T19:23:00.000+00:00',
    tags: ['a', 'b', number],
    active: number % 2 === 0,
  };
}

/**
 * Writes at least `atLeast` bytes of JSON to a file and returns their number. The last buyer contains a needle to search for.
 */
export async function writeBuyers(file, atLeast) {
  const out = createWriteStream(file);
  let bytes = 0;
  const write = async (text) => {
    bytes += Buffer.byteLength(text);
    if (!out.write(text)) await once(out, 'drain');
  };
  await write('{"items":[');
  for (let number = 0; bytes < atLeast; number++)
    await write(`${number > 0 ? ',' : ''}${JSON.stringify(buyer(number))}`);
  await write(
    `,${JSON.stringify({ ...buyer(-1), display_name: 'the needle in the haystack' })}],"limit":20,"next_cursor":null}`,
  );
  out.end();
  await once(out, 'finish');
  return bytes;
}

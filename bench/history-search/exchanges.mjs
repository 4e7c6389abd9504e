// Exchanges as support staff and developers produce them, generated from a seed, so that they are the same in every
// run.

const FIRST =
  'Ada Alan Grace Linus Margaret Barbara Ken Dennis Edsger Donald Frances Joan Katherine Radia Tim'.split(
    ' ',
  );
const LAST =
  'Lovelace Turing Hopper Hamilton Liskov Thompson Ritchie Knuth Allen Clarke Perlman Cerf Lamport'.split(
    ' ',
  );
const CITIES = 'London Paris Berlin Madrid Rome Vienna Oslo Prague Lisbon Dublin Zürich Kraków'.split(' ');
const GOODS = 'keyboard mouse monitor cable lamp chair desk headset camera microphone laptop tablet'.split(
  ' ',
);

/** Mulberry32: a small generator whose numbers depend only on its seed. */
export function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export function maker(seed) {
  const next = random(seed);
  const below = (limit) => Math.floor(next() * limit);
  const pick = (list) => list[below(list.length)];
  const hex = (length) => Array.from({ length }, () => below(16).toString(16)).join('');
  const uuid = () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`;
  let time = Date.parse('2024-01-01T00:00:00Z');

  function session() {
    const [first, last] = [pick(FIRST), pick(LAST)];
    const address = { city: pick(CITIES), country: 'GB', line1: `${below(300)} ${pick(LAST)} Street` };
    return {
      type: 'checkout-session',
      id: uuid(),
      expires_at: new Date(time + below(1e9)).toISOString(),
      cart_items: Array.from({ length: 1 + below(4) }, () => ({
        name: `${pick(GOODS)} ${pick(['black', 'white', 'pro', 'mini'])}`,
        quantity: 1 + below(5),
        unit_amount: below(99_999),
        discount_amount: 0,
        external_identifier: `ext-${below(1e6)}`,
        sku: `SKU-${hex(6)}`,
        product_url: `https://shop.example/p/${hex(6)}`,
        product_type: 'physical',
        seller_country: pick(['DE', 'GB', 'US']),
      })),
      metadata: { order: `ORD-${below(1e7)}`, channel: pick(['web', 'app', 'store']) },
      buyer: {
        display_name: `${first} ${last}`,
        billing_details: {
          first_name: first,
          last_name: last,
          email_address: `${first}.${last}${below(1000)}@example.com`.toLowerCase(),
          phone_number: `+44${1e9 + below(8e9)}`,
          address,
        },
      },
      payment_method: {
        type: 'payment-method',
        id: uuid(),
        details: { bin: '411111', card_country: 'US', card_type: 'credit' },
        label: String(1000 + below(9000)),
        scheme: pick(['visa', 'mastercard', 'amex']),
        fingerprint: hex(32),
      },
    };
  }

  /** Returns an exchange, and the request spec that it was sent for. */
  return function exchange() {
    time += 1 + below(60_000);
    const body = session();
    const forwarded = next() < 0.3;
    const status = pick([200, 200, 200, 200, 200, 404, 401, 500]);
    const text = JSON.stringify(body);
    const sent = forwarded
      ? JSON.stringify({ cards: [{ number: '{{CARD_NUMBER_1}}', order: body.metadata.order }] })
      : null;
    const own = forwarded
      ? [
          ['content-type', 'application/json'],
          ['x-vault-forward-url', `https://${pick(['psp', 'bank', 'risk'])}.example/v${below(3)}/charges`],
          ['x-vault-forward-http-method', 'POST'],
        ]
      : [];
    const path = forwarded ? '/vault-forward' : `/checkout/sessions/${body.id}`;
    const operation = forwarded ? 'vault_forward' : 'get_checkout_session';
    const name = pick(['Sandbox EU', 'Sandbox US', 'Local sandbox']);
    return {
      session: body,
      exchange: {
        id: uuid(),
        operation,
        profile: {
          id: name.toLowerCase().replace(' ', '-'),
          name,
          environment: name.startsWith('Local') ? 'local' : 'sandbox',
          baseUrl: 'https://api.sandbox.example',
          merchantAccountId: 'acme',
          merchantHeader: 'x-service-merchant-account-id',
        },
        startedAt: new Date(time).toISOString(),
        request: {
          method: forwarded ? 'POST' : 'GET',
          url: `https://api.sandbox.example${path}`,
          headers: [['authorization', 'Bearer ••••••••'], ...own],
          body: { kind: 'none' },
        },
        response: {
          status,
          statusText: status === 200 ? 'OK' : 'Error',
          httpVersion: '1.1',
          headers: [
            ['content-type', 'application/json'],
            ['x-request-id', uuid()],
          ],
          body: { kind: 'text', text, bytes: Buffer.byteLength(text), bodyId: null },
          wireBytes: text.length,
          tls: null,
        },
        timings: {
          dnsMs: 1,
          connectMs: 2,
          tlsMs: null,
          firstByteMs: 30,
          downloadMs: 1,
          totalMs: 34 + below(500),
        },
        outcome: { kind: 'answered' },
        check: { kind: 'checked' },
        findings: [],
        moreFindings: 0,
        retries: [],
      },
      asked: {
        version: 1,
        operation,
        pathParameters: forwarded ? {} : { session_id: body.id },
        query: [],
        headers: own.map(([name, value]) => ({ name, value, secret: false })),
        body: sent,
      },
    };
  };
}

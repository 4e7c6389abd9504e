import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { OpenDocument } from './open-document';
import { findOperations, readContent } from './read-content';

const raw = parse(readFileSync('src/contract/openapi.yaml', 'utf8'));
const contract = new OpenDocument('built-in', raw);

describe('the built-in contract, read like any other document', () => {
  it('has the 22 areas of the specification, and Vault Forward as one more', () => {
    const { operations, problems } = findOperations(raw);
    const { title, version, areas } = readContent(raw, operations, problems, 0);
    expect([title, version]).toEqual(['Payments API', '1.0.0']);
    expect(areas.filter(({ counted }) => counted)).toHaveLength(22);
    const described = areas.filter((area) => area.operations.length > 0);
    expect(described.map(({ name, operations: [only] }) => [name, only?.id])).toEqual([
      ['Buyers', 'list_buyers'],
      ['Checkout sessions', 'get_checkout_session'],
      ['Vault Forward', 'vault_forward'],
    ]);
  });

  it('shows an operation with its parameters, its scope, and the error codes of its answers', () => {
    const session = contract.operation('get_checkout_session');
    expect(session).toMatchObject({
      method: 'GET',
      path: '/checkout/sessions/{session_id}',
      body: null,
      problems: [],
    });
    expect(session?.scopes).toEqual([['checkout-sessions.read']]);
    expect(session?.parameters.map(({ name, place, required }) => [name, place, required])).toEqual([
      ['session_id', 'path', true],
      ['x-service-merchant-account-id', 'header', false],
    ]);
    expect(session?.parameters[0]?.schema).toMatchObject({ types: ['string'], format: 'uuid' });
    expect(session?.parameters[1]?.schema).toMatchObject({ types: ['string'], nullable: true });
    const [first, , unauthorized] = session?.answers ?? [];
    expect(first).toMatchObject({ status: '200', codes: [], contents: [{ mediaType: 'application/json' }] });
    expect(first?.contents[0]?.schema).toMatchObject({
      reference: '#/components/schemas/CheckoutSession',
      name: 'CheckoutSession',
    });
    expect(unauthorized).toMatchObject({
      status: '401',
      codes: ['unauthorized'],
      defaultMessage: 'No valid API authentication found',
    });
  });

  it('shows a body, and lists the default answer last', () => {
    const forward = contract.operation('vault_forward');
    expect(forward?.body).toMatchObject({ required: false, contents: [{ mediaType: 'application/json' }] });
    expect(forward?.answers.at(-1)?.status).toBe('default');
    expect(forward?.answers.find(({ status }) => status === '409')?.codes).toEqual(['duplicate_record']);
  });

  it('shows in each description what the specification leaves open, and our reading of it', () => {
    const buyers = contract.operation('list_buyers');
    expect(buyers?.description).toContain('Not specified: the required scope; filters;');
    expect(buyers?.description).toContain('Our reading: the error responses are those of the common');
    expect(buyers?.parameters.find(({ name }) => name === 'limit')?.description).toMatch(
      / Not specified: allowed range; default\.$/,
    );
    const forward = contract.operation('vault_forward');
    expect(forward?.parameters[0]?.description).toBe(
      'Downstream URL to call. Our reading: required; an absolute http or https URL.',
    );
    expect(forward?.body?.description).toContain('Not specified: whether a request without a body');
    expect(forward?.answers.at(-1)?.description).toContain('Not specified: the response of Vault Forward.');
    const { schema } = contract.model('#/components/schemas/ErrorDetail') ?? {};
    expect(schema?.properties.at(-1)?.schema.description).toBe(
      'Kind of error for the property. Not specified: the full list of values.',
    );
    expect(contract.operation('get_checkout_session')?.description).toBe(
      'Retrieves the information stored on a checkout session.',
    );
  });

  it('shows a model by its name, with references left as they are', () => {
    const { schema } = contract.model('#/components/schemas/CheckoutSession') ?? {};
    const field = (name: string) => schema?.properties.find((property) => property.name === name);
    expect(field('id')).toMatchObject({ required: true, schema: { format: 'uuid' } });
    expect(field('cart_items')?.schema).toMatchObject({
      types: ['array'],
      nullable: true,
      items: { name: 'CartItem' },
    });
    expect(field('metadata')?.schema).toMatchObject({ nullable: true, others: { types: ['string'] } });
    expect(field('buyer')?.schema).toMatchObject({
      reference: '#/components/schemas/GuestBuyer',
      nullable: true,
      choice: null,
      description:
        'Buyer details for the transaction; no buyer resource is created on the service when used.',
    });
    expect(schema?.others).toBe('none');
  });

  it('shows an open enumeration as open, with its values', () => {
    const kind = contract.model('#/components/schemas/TaxIdKind')?.schema;
    expect(kind).toMatchObject({ types: ['string'], openValues: true, choice: null });
    expect(kind?.values).toContain('mx.rfc');
    expect(contract.model('#/components/schemas/CardType')?.schema).toMatchObject({ openValues: false });
  });

  it('has no operation or model under an unknown name', () => {
    expect(contract.operation('toString')).toBeNull();
    expect(contract.model('#/components/schemas/constructor')).toBeNull();
    expect(contract.model('other.yaml#/X')).toBeNull();
  });
});

/**
 * A shop's API as a document: orders that can be posted, read, changed and deleted, along with awkward features that
 * documents may have.
 */
export const shop = {
  openapi: '3.0.3',
  info: { title: 'Shop API', version: '1.0' },
  servers: [{ url: 'https://shop.example/v2/' }, { url: '/eu' }, { url: 'https://{region}.example' }],
  paths: {
    '/orders': {
      get: {
        parameters: [
          { name: 'limit', in: 'query', required: true, schema: { type: 'integer', maximum: 100 } },
          {
            name: 'state',
            in: 'query',
            schema: { type: 'array', items: { type: 'string', enum: ['open', 'paid'] } },
          },
          { name: 'X-Shop', in: 'header', schema: { type: 'string', minLength: 2 } },
        ],
        responses: {
          200: json({ type: 'array', items: { $ref: '#/components/schemas/Order' } }),
          422: json(
            { $ref: '#/components/schemas/Error' },
            { code: 'invalid', message: 'Something is wrong' },
          ),
        },
      },
      post: {
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/NewOrder' } } },
        },
        responses: {
          201: json(
            { $ref: '#/components/schemas/Order' },
            { id: 'ord_7Kd2', amount: 100, currency: 'EUR', state: 'open' },
          ),
        },
      },
    },
    '/orders/{order_id}': {
      parameters: [
        { name: 'order_id', in: 'path', required: true, schema: { type: 'string', pattern: '^ord_' } },
      ],
      get: {
        responses: {
          200: json({ $ref: '#/components/schemas/Order' }),
          404: json({ $ref: '#/components/schemas/Error' }),
        },
      },
      patch: {
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Change' } } } },
        responses: { 200: json({ $ref: '#/components/schemas/Order' }) },
      },
      delete: { responses: { 204: { description: 'Gone' } } },
    },
    '/customers': {
      post: {
        requestBody: { content: { 'application/x-www-form-urlencoded': { schema: { type: 'object' } } } },
        responses: {
          200: json({ type: 'object', properties: { data: { $ref: '#/components/schemas/Customer' } } }),
        },
      },
    },
    '/customers/{id}': {
      get: {
        responses: {
          200: json({ type: 'object', properties: { data: { $ref: '#/components/schemas/Customer' } } }),
        },
      },
    },
    '/health': {
      get: {
        security: [],
        responses: { 200: { description: 'x', content: { 'text/plain': { example: 'well' } } } },
      },
    },
    '/broken': {
      get: { responses: { 200: json({ type: 'string', pattern: '^[A-Z]{3}(?!)$' }, 'no code') } },
    },
    '/own-broken': {
      get: {
        responses: {
          200: json(
            { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } },
            { n: 'one' },
          ),
        },
      },
    },
    '/unusable': { get: { responses: { 200: json({ type: 'string', pattern: '(' }) } } },
    '/silent': { get: { responses: {} } },
  },
  components: {
    schemas: {
      NewOrder: {
        type: 'object',
        required: ['amount'],
        properties: {
          amount: { type: 'integer', minimum: 1 },
          currency: { type: 'string', enum: ['EUR', 'GBP'] },
          card_number: { type: 'string' },
          note: { type: 'string', maxLength: 20 },
        },
      },
      Change: { type: 'object', properties: { amount: { type: 'integer' }, note: { type: 'string' } } },
      Order: {
        type: 'object',
        required: ['id', 'amount'],
        additionalProperties: false,
        properties: {
          id: { type: 'string', pattern: '^ord_', example: 'ord_1Xz9' },
          amount: { type: 'integer' },
          currency: { type: 'string' },
          state: { type: 'string', enum: ['open', 'paid'] },
          note: { type: 'string', maxLength: 10 },
        },
      },
      Customer: {
        type: 'object',
        properties: {
          id: { type: 'integer' },
          email: { type: 'string' },
          age: { type: 'integer' },
          address: { type: 'object', properties: { city: { type: 'string' } } },
        },
      },
      Error: {
        type: 'object',
        required: ['message'],
        properties: { code: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
};

function json(schema: object, example?: unknown): object {
  return {
    description: 'x',
    content: { 'application/json': { schema, ...(example === undefined ? {} : { example }) } },
  };
}

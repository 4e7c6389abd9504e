// Generated from ../openapi.yaml by `npm run generate`. Do not edit.

import type { OperationDetailsTable } from '../operation-types';

/** The parameters and answers of every operation, by its id. In a file of its own, to keep it out of the start. */
export const operationDetails = {
  get_checkout_session: {
    parameters: [
      {
        name: 'session_id',
        in: 'path',
        required: true,
        description: 'ID of the checkout session.',
        schema: { type: 'string', format: 'uuid' },
      },
      {
        name: 'x-service-merchant-account-id',
        in: 'header',
        required: false,
        description: 'ID of the merchant account to use for the request.',
        schema: { type: ['string', 'null'] },
      },
    ],
    headerFamilies: [],
    requestBody: null,
    responses: {
      '200': { meaning: 'The checkout session.', body: 'json', validator: 'CheckoutSession' },
      '400': { meaning: 'Request invalid', body: 'json', validator: 'BadRequestError' },
      '401': { meaning: 'Request unauthorized', body: 'json', validator: 'UnauthorizedError' },
      '403': {
        meaning: 'Credentials invalid or caller lacks permission',
        body: 'json',
        validator: 'ForbiddenError',
      },
      '404': { meaning: 'Resource not found', body: 'json', validator: 'NotFoundError' },
      '405': { meaning: 'Method not allowed', body: 'json', validator: 'MethodNotAllowedError' },
      '409': { meaning: 'Duplicate record found', body: 'json', validator: 'DuplicateRecordError' },
      '422': { meaning: 'Referenced payment method does not exist', body: 'empty', validator: null },
      '425': { meaning: 'Request too early', body: 'json', validator: 'TooEarlyError' },
      '429': { meaning: 'Too many requests', body: 'json', validator: 'TooManyRequestsError' },
      '500': { meaning: 'Server error', body: 'json', validator: 'InternalServerError' },
      '502': { meaning: 'Server error', body: 'json', validator: 'BadGatewayError' },
      '504': { meaning: 'Server error', body: 'json', validator: 'GatewayTimeoutError' },
    },
    otherStatuses: false,
  },
  list_buyers: {
    parameters: [
      {
        name: 'cursor',
        in: 'query',
        required: false,
        description: 'The value of `next_cursor` or `previous_cursor` of an earlier page.',
        schema: { type: 'string' },
      },
      {
        name: 'limit',
        in: 'query',
        required: false,
        description:
          'Number of items returned. The allowed range is given per endpoint; for this one it is not shown.',
        schema: { type: 'integer' },
      },
      {
        name: 'x-service-merchant-account-id',
        in: 'header',
        required: false,
        description: 'ID of the merchant account to use for the request.',
        schema: { type: ['string', 'null'] },
      },
    ],
    headerFamilies: [],
    requestBody: null,
    responses: {
      '200': { meaning: 'A page of buyers.', body: 'json', validator: 'BuyerPage' },
      '400': { meaning: 'Request invalid', body: 'json', validator: 'BadRequestError' },
      '401': { meaning: 'Request unauthorized', body: 'json', validator: 'UnauthorizedError' },
      '403': {
        meaning: 'Credentials invalid or caller lacks permission',
        body: 'json',
        validator: 'ForbiddenError',
      },
      '404': { meaning: 'Resource not found', body: 'json', validator: 'NotFoundError' },
      '405': { meaning: 'Method not allowed', body: 'json', validator: 'MethodNotAllowedError' },
      '409': { meaning: 'Duplicate record found', body: 'json', validator: 'DuplicateRecordError' },
      '425': { meaning: 'Request too early', body: 'json', validator: 'TooEarlyError' },
      '429': { meaning: 'Too many requests', body: 'json', validator: 'TooManyRequestsError' },
      '500': { meaning: 'Server error', body: 'json', validator: 'InternalServerError' },
      '502': { meaning: 'Server error', body: 'json', validator: 'BadGatewayError' },
      '504': { meaning: 'Server error', body: 'json', validator: 'GatewayTimeoutError' },
    },
    otherStatuses: false,
  },
  vault_forward: {
    parameters: [
      {
        name: 'x-vault-forward-url',
        in: 'header',
        required: true,
        description: 'Downstream URL to call.',
        schema: { type: 'string', format: 'uri', pattern: '^https?://[^\\s/?#]+' },
      },
      {
        name: 'x-vault-forward-http-method',
        in: 'header',
        required: true,
        description: 'HTTP method to use downstream.',
        schema: { type: 'string', pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$" },
      },
      {
        name: 'x-vault-forward-header-authorization',
        in: 'header',
        required: false,
        description:
          'Header `authorization` to set on the downstream request, for example for a bearer token. One of the family `x-vault-forward-header-<name>`.',
        schema: { type: 'string' },
      },
      {
        name: 'x-vault-forward-payment-methods',
        in: 'header',
        required: false,
        description: 'ID of a stored payment method whose data is substituted into the body.',
        schema: { type: 'array', minItems: 1, items: { type: 'string', format: 'uuid' } },
      },
      {
        name: 'x-vault-forward-authentications',
        in: 'header',
        required: false,
        description: 'One or more authentication method UUIDs to apply, comma separated.',
        schema: { type: 'array', minItems: 1, items: { type: 'string', format: 'uuid' } },
      },
      {
        name: 'x-service-merchant-account-id',
        in: 'header',
        required: false,
        description: 'ID of the merchant account to use for the request.',
        schema: { type: ['string', 'null'] },
      },
    ],
    headerFamilies: [
      { prefix: 'x-vault-forward-header-', description: 'Header `<name>` to set on the downstream request.' },
    ],
    requestBody: {
      required: false,
      contentTypes: ['application/json'],
      example: { cards: [{ number: '{{CARD_NUMBER_1}}', expiry: '{{CARD_EXPIRATION_DATE_1}}', cvv: '123' }] },
    },
    responses: {
      '400': { meaning: 'Request invalid', body: 'free', validator: 'vault_forward_400' },
      '401': { meaning: 'Request unauthorized', body: 'free', validator: 'vault_forward_401' },
      '403': {
        meaning: 'Credentials invalid or caller lacks permission',
        body: 'free',
        validator: 'vault_forward_403',
      },
      '404': { meaning: 'Resource not found', body: 'free', validator: 'vault_forward_404' },
      '405': { meaning: 'Method not allowed', body: 'free', validator: 'vault_forward_405' },
      '409': { meaning: 'Duplicate record found', body: 'free', validator: 'vault_forward_409' },
      '422': { meaning: 'Referenced payment method does not exist', body: 'free', validator: null },
      '425': { meaning: 'Request too early', body: 'free', validator: 'vault_forward_425' },
      '429': { meaning: 'Too many requests', body: 'free', validator: 'vault_forward_429' },
      '500': { meaning: 'Server error', body: 'free', validator: 'vault_forward_500' },
      '502': { meaning: 'Server error', body: 'free', validator: 'vault_forward_502' },
      '504': { meaning: 'Server error', body: 'free', validator: 'vault_forward_504' },
    },
    otherStatuses: true,
  },
} as const satisfies OperationDetailsTable;

// Generated from ../openapi.yaml by `npm run generate`. Do not edit.

import type { OperationTable, StatusTable } from '../operation-types';

/** Every error of the API by status: code, default message and meaning. */
export const errorStatuses = {
  '400': {
    code: 'bad_request',
    defaultMessage: 'Generic error',
    meaning: 'Request invalid',
    emptyBody: false,
  },
  '401': {
    code: 'unauthorized',
    defaultMessage: 'No valid API authentication found',
    meaning: 'Request unauthorized',
    emptyBody: false,
  },
  '403': {
    code: 'forbidden',
    defaultMessage: 'Generic error',
    meaning: 'Credentials invalid or caller lacks permission',
    emptyBody: false,
  },
  '404': {
    code: 'not_found',
    defaultMessage: 'The resource could not be found',
    meaning: 'Resource not found',
    emptyBody: false,
  },
  '405': {
    code: 'method_not_allowed',
    defaultMessage: 'Method Not Allowed',
    meaning: 'Method not allowed',
    emptyBody: false,
  },
  '409': {
    code: 'duplicate_record',
    defaultMessage: 'Generic error',
    meaning: 'Duplicate record found',
    emptyBody: false,
  },
  '422': {
    code: null,
    defaultMessage: null,
    meaning: 'Referenced payment method does not exist',
    emptyBody: true,
  },
  '425': {
    code: 'too_early',
    defaultMessage: 'Generic error',
    meaning: 'Request too early',
    emptyBody: false,
  },
  '429': {
    code: 'too_many_requests',
    defaultMessage: 'Generic error',
    meaning: 'Too many requests',
    emptyBody: false,
  },
  '500': {
    code: 'server_error',
    defaultMessage: 'Request could not be processed',
    meaning: 'Server error',
    emptyBody: false,
  },
  '502': {
    code: 'bad_gateway',
    defaultMessage: 'Request could not be processed',
    meaning: 'Server error',
    emptyBody: false,
  },
  '504': {
    code: 'gateway_timeout',
    defaultMessage: 'Request could not be processed',
    meaning: 'Server error',
    emptyBody: false,
  },
} as const satisfies StatusTable;

/** Every operation by its id: its method and path, and the scopes that it requires. */
export const operations = {
  get_checkout_session: {
    method: 'GET',
    path: '/checkout/sessions/{session_id}',
    summary: 'Get a checkout session',
    tag: 'Checkout sessions',
    requiredScopes: ['checkout-sessions.read'],
  },
  list_buyers: {
    method: 'GET',
    path: '/buyers',
    summary: 'List buyers',
    tag: 'Buyers',
    requiredScopes: null,
  },
  vault_forward: {
    method: 'POST',
    path: '/vault-forward',
    summary: 'Forward a request to a third party',
    tag: 'Vault Forward',
    requiredScopes: null,
  },
} as const satisfies OperationTable;

/** The values that the specification lists, by the name of each list. */
export const knownValues = {
  ProductType: [
    'physical',
    'discount',
    'shipping_fee',
    'sales_tax',
    'digital',
    'gift_card',
    'store_credit',
    'surcharge',
  ],
  TaxIdKind: ['co.itin', 'co.nit', 'mx.curp', 'mx.rfc', 'pe.ruc'],
  CardType: ['credit', 'debit', 'prepaid'],
  CardScheme: [
    'accel',
    'amex',
    'bancontact',
    'carte-bancaire',
    'cirrus',
    'culiance',
    'dankort',
    'diners-club',
    'discover',
    'eftpos-australia',
    'elo',
    'hipercard',
    'jcb',
    'maestro',
    'mastercard',
    'mir',
    'nyce',
    'other',
    'pulse',
    'rupay',
    'star',
    'uatp',
    'unionpay',
    'visa',
  ],
  ErrorDetailLocation: ['query', 'body', 'path', 'header', 'unknown'],
} as const;

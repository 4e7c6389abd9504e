// Generated from ../openapi.yaml by `npm run generate`. Do not edit.
export interface paths {
  '/checkout/sessions/{session_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a checkout session
     * @description Retrieves the information stored on a checkout session.
     */
    get: operations['get_checkout_session'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/buyers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List buyers
     * @description A page of buyers. To get the next or the previous page, send `cursor` with the value of `next_cursor` or
     *     `previous_cursor`, when present.
     */
    get: operations['list_buyers'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/vault-forward': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Forward a request to a third party
     * @description Sends a request to a downstream endpoint. Double-brace placeholders in the body are replaced by the service with
     *     stored payment method data. Downstream credentials are passed in `x-vault-forward-header-<name>` headers or in
     *     the body, or applied by the service from the methods listed in `x-vault-forward-authentications`.
     */
    post: operations['vault_forward'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    CheckoutSession: {
      /**
       * @default checkout-session
       * @constant
       */
      type?: 'checkout-session';
      /**
       * Format: uuid
       * @description ID of the checkout session.
       */
      id: string;
      /**
       * Format: date-time
       * @description When the session expires.
       */
      expires_at: string;
      /** @description Line items of the transaction. */
      cart_items?: components['schemas']['CartItem'][] | null;
      /** @description Free key-value pairs stored with the transaction; passed on to payment service providers that support them. */
      metadata?: {
        [key: string]: string;
      } | null;
      /** @description Buyer details for the transaction; no buyer resource is created on the service when used. */
      buyer?: components['schemas']['GuestBuyer'] | null;
      /** @description Payment method stored on the session. */
      payment_method?: components['schemas']['CheckoutSessionPaymentMethod'] | null;
    };
    CartItem: {
      /** @description May be truncated when a payment service provider accepts fewer characters. */
      name: string;
      quantity: number;
      /** @description In the smallest currency unit of the currency. The amount sent to the processor as unit amount is calculated to include the discount and tax of the item. */
      unit_amount: number;
      /**
       * @description In the smallest currency unit.
       * @default 0
       */
      discount_amount?: number | null;
      /**
       * @description In the smallest currency unit.
       * @default 0
       */
      tax_amount?: number | null;
      /** @description Any value; not sent to the payment service. */
      external_identifier?: string | null;
      sku?: string | null;
      /** @description Product URL. */
      product_url?: string | null;
      /** @description Image URL. */
      image_url?: string | null;
      categories?: string[] | null;
      /** @description Product type. */
      product_type?: components['schemas']['ProductType'] | null;
      seller_country?: string | null;
    };
    /** @description Clients must tolerate values outside this list. */
    ProductType:
      | 'physical'
      | 'discount'
      | 'shipping_fee'
      | 'sales_tax'
      | 'digital'
      | 'gift_card'
      | 'store_credit'
      | 'surcharge'
      | (string & {});
    GuestBuyer: {
      display_name?: string | null;
      /** @description Merchant identifier of the buyer. */
      external_identifier?: string | null;
      /** @description Billing name, address, email and other fields. */
      billing_details?: components['schemas']['BillingDetails'] | null;
      account_number?: string | null;
      /** @description Optional shipping details. */
      shipping_details?: components['schemas']['ShippingDetailsCreate'] | null;
    };
    BillingDetails: {
      first_name?: string | null;
      last_name?: string | null;
      email_address?: string | null;
      /** @description E.164. */
      phone_number?: string | null;
      /** @description Billing address. */
      address?: components['schemas']['Address'] | null;
      /** @description Tax ID information. */
      tax_id?: components['schemas']['TaxId'] | null;
    };
    /** @description As BillingDetails, without tax_id. */
    ShippingDetailsCreate: {
      first_name?: string | null;
      last_name?: string | null;
      email_address?: string | null;
      /** @description E.164. */
      phone_number?: string | null;
      /** @description Shipping address. */
      address?: components['schemas']['Address'] | null;
    };
    Address: {
      city?: string | null;
      /** @description ISO 3166. */
      country?: string | null;
      postal_code?: string | null;
      /** @description State, county or province. */
      state?: string | null;
      /** @description ISO 3166-2. */
      state_code?: string | null;
      /** @description Not used by all payment services. */
      house_number_or_name?: string | null;
      line1?: string | null;
      line2?: string | null;
      /** @description Company or organisation name. */
      organization?: string | null;
    };
    TaxId: {
      value: string;
      kind: components['schemas']['TaxIdKind'];
    };
    /** @description Clients tolerate other values. */
    TaxIdKind: 'co.itin' | 'co.nit' | 'mx.curp' | 'mx.rfc' | 'pe.ruc' | (string & {});
    CheckoutSessionPaymentMethod: {
      /**
       * @default payment-method
       * @constant
       */
      type?: 'payment-method';
      /**
       * Format: uuid
       * @description ID of the payment method.
       */
      id?: string | null;
      /** @description Card details. */
      details?: components['schemas']['CheckoutSessionPaymentMethodDetails'] | null;
      /** @description Last 4 digits of the card. */
      label?: string | null;
      /**
       * @default card
       * @constant
       */
      method?: 'card';
      /** @description Card scheme. */
      scheme?: components['schemas']['CardScheme'] | null;
      /** @description Unique hash derived from the card number. */
      fingerprint?: string | null;
    };
    CheckoutSessionPaymentMethodDetails: {
      /** @description First 6 digits of the card. */
      bin?: string | null;
      /** @description Issuer country. */
      card_country?: string | null;
      card_type?: components['schemas']['CardType'] | null;
      card_issuer_name?: string | null;
    };
    /**
     * @description Closed, as the specification does not say of this list that clients tolerate other values.
     * @enum {string}
     */
    CardType: 'credit' | 'debit' | 'prepaid';
    /** @description Clients tolerate other values. */
    CardScheme:
      | 'accel'
      | 'amex'
      | 'bancontact'
      | 'carte-bancaire'
      | 'cirrus'
      | 'culiance'
      | 'dankort'
      | 'diners-club'
      | 'discover'
      | 'eftpos-australia'
      | 'elo'
      | 'hipercard'
      | 'jcb'
      | 'maestro'
      | 'mastercard'
      | 'mir'
      | 'nyce'
      | 'other'
      | 'pulse'
      | 'rupay'
      | 'star'
      | 'uatp'
      | 'unionpay'
      | 'visa'
      | (string & {});
    /** @description The page envelope of cursor pagination, with buyers. */
    BuyerPage: {
      /** @description The records of the page. */
      items: components['schemas']['Buyer'][];
      /** @description The page size applied. */
      limit: number;
      /** @description Opaque cursor of the next page; null when absent. */
      next_cursor?: string | null;
      /** @description Opaque cursor of the previous page; null when absent. */
      previous_cursor?: string | null;
    };
    /** @description A buyer item in a page. */
    Buyer: {
      /** Format: uuid */
      id: string;
      /** @constant */
      type: 'buyer';
      display_name: string;
      external_identifier?: string | null;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
    } & {
      [key: string]: unknown;
    };
    /** @description The error object of every status but 422. */
    Error: {
      /** @constant */
      type: 'error';
      /** @description Fixed for each status. */
      code: string;
      /** @description HTTP status. */
      status: number;
      /** @description Human-readable context. */
      message?: string;
      /** @default [] */
      details?: components['schemas']['ErrorDetail'][];
    };
    ErrorDetail: {
      location: components['schemas']['ErrorDetailLocation'];
      /** @description JSON pointer to the offending property. */
      pointer: string;
      /** @description Human-readable explanation. */
      message: string;
      /**
       * @description Kind of error for the property.
       * @example value_error
       */
      type: string;
    };
    /** @description Clients tolerate other values. */
    ErrorDetailLocation: 'query' | 'body' | 'path' | 'header' | 'unknown' | (string & {});
    /** @description What presents itself as an error object of the service. Tells it from a destination's own answer in Vault Forward. */
    ErrorLike: {
      /** @constant */
      type: 'error';
      code: string;
      status: number;
    };
    BadRequestError: components['schemas']['Error'] & {
      /** @constant */
      code?: 'bad_request';
      /** @constant */
      status?: 400;
      /** @default Generic error */
      message?: string;
    };
    UnauthorizedError: components['schemas']['Error'] & {
      /** @constant */
      code?: 'unauthorized';
      /** @constant */
      status?: 401;
      /** @default No valid API authentication found */
      message?: string;
    };
    ForbiddenError: components['schemas']['Error'] & {
      /** @constant */
      code?: 'forbidden';
      /** @constant */
      status?: 403;
      /** @default Generic error */
      message?: string;
    };
    NotFoundError: components['schemas']['Error'] & {
      /** @constant */
      code?: 'not_found';
      /** @constant */
      status?: 404;
      /** @default The resource could not be found */
      message?: string;
    };
    MethodNotAllowedError: components['schemas']['Error'] & {
      /** @constant */
      code?: 'method_not_allowed';
      /** @constant */
      status?: 405;
      /** @default Method Not Allowed */
      message?: string;
    };
    DuplicateRecordError: components['schemas']['Error'] & {
      /** @constant */
      code?: 'duplicate_record';
      /** @constant */
      status?: 409;
      /** @default Generic error */
      message?: string;
    };
    TooEarlyError: components['schemas']['Error'] & {
      /** @constant */
      code?: 'too_early';
      /** @constant */
      status?: 425;
      /** @default Generic error */
      message?: string;
    };
    TooManyRequestsError: components['schemas']['Error'] & {
      /** @constant */
      code?: 'too_many_requests';
      /** @constant */
      status?: 429;
      /** @default Generic error */
      message?: string;
    };
    InternalServerError: components['schemas']['Error'] & {
      /** @constant */
      code?: 'server_error';
      /** @constant */
      status?: 500;
      /** @default Request could not be processed */
      message?: string;
    };
    BadGatewayError: components['schemas']['Error'] & {
      /** @constant */
      code?: 'bad_gateway';
      /** @constant */
      status?: 502;
      /** @default Request could not be processed */
      message?: string;
    };
    GatewayTimeoutError: components['schemas']['Error'] & {
      /** @constant */
      code?: 'gateway_timeout';
      /** @constant */
      status?: 504;
      /** @default Request could not be processed */
      message?: string;
    };
  };
  responses: {
    /** @description Request invalid */
    BadRequest: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "type": "error",
         *       "code": "bad_request",
         *       "status": 400,
         *       "message": "Generic error",
         *       "details": []
         *     }
         */
        'application/json': components['schemas']['BadRequestError'];
      };
    };
    /** @description Request unauthorized */
    Unauthorized: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "type": "error",
         *       "code": "unauthorized",
         *       "status": 401,
         *       "message": "No valid API authentication found",
         *       "details": []
         *     }
         */
        'application/json': components['schemas']['UnauthorizedError'];
      };
    };
    /** @description Credentials invalid or caller lacks permission */
    Forbidden: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "type": "error",
         *       "code": "forbidden",
         *       "status": 403,
         *       "message": "Generic error",
         *       "details": []
         *     }
         */
        'application/json': components['schemas']['ForbiddenError'];
      };
    };
    /** @description Resource not found */
    NotFound: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "type": "error",
         *       "code": "not_found",
         *       "status": 404,
         *       "message": "The resource could not be found",
         *       "details": []
         *     }
         */
        'application/json': components['schemas']['NotFoundError'];
      };
    };
    /** @description Method not allowed */
    MethodNotAllowed: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "type": "error",
         *       "code": "method_not_allowed",
         *       "status": 405,
         *       "message": "Method Not Allowed",
         *       "details": []
         *     }
         */
        'application/json': components['schemas']['MethodNotAllowedError'];
      };
    };
    /** @description Duplicate record found */
    DuplicateRecord: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "type": "error",
         *       "code": "duplicate_record",
         *       "status": 409,
         *       "message": "Generic error",
         *       "details": []
         *     }
         */
        'application/json': components['schemas']['DuplicateRecordError'];
      };
    };
    /** @description Referenced payment method does not exist */
    UnknownPaymentMethod: {
      headers: {
        [name: string]: unknown;
      };
      content?: never;
    };
    /** @description Request too early */
    TooEarly: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "type": "error",
         *       "code": "too_early",
         *       "status": 425,
         *       "message": "Generic error",
         *       "details": []
         *     }
         */
        'application/json': components['schemas']['TooEarlyError'];
      };
    };
    /** @description Too many requests */
    TooManyRequests: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "type": "error",
         *       "code": "too_many_requests",
         *       "status": 429,
         *       "message": "Generic error",
         *       "details": []
         *     }
         */
        'application/json': components['schemas']['TooManyRequestsError'];
      };
    };
    /** @description Server error */
    ServerError: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "type": "error",
         *       "code": "server_error",
         *       "status": 500,
         *       "message": "Request could not be processed",
         *       "details": []
         *     }
         */
        'application/json': components['schemas']['InternalServerError'];
      };
    };
    /** @description Server error */
    BadGateway: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "type": "error",
         *       "code": "bad_gateway",
         *       "status": 502,
         *       "message": "Request could not be processed",
         *       "details": []
         *     }
         */
        'application/json': components['schemas']['BadGatewayError'];
      };
    };
    /** @description Server error */
    GatewayTimeout: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "type": "error",
         *       "code": "gateway_timeout",
         *       "status": 504,
         *       "message": "Request could not be processed",
         *       "details": []
         *     }
         */
        'application/json': components['schemas']['GatewayTimeoutError'];
      };
    };
  };
  parameters: {
    /** @description ID of the merchant account to use for the request. */
    MerchantAccount: string | null;
  };
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  get_checkout_session: {
    parameters: {
      query?: never;
      header?: {
        /** @description ID of the merchant account to use for the request. */
        'x-service-merchant-account-id'?: components['parameters']['MerchantAccount'];
      };
      path: {
        /** @description ID of the checkout session. */
        session_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The checkout session. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CheckoutSession'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['DuplicateRecord'];
      422: components['responses']['UnknownPaymentMethod'];
      425: components['responses']['TooEarly'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
      502: components['responses']['BadGateway'];
      504: components['responses']['GatewayTimeout'];
    };
  };
  list_buyers: {
    parameters: {
      query?: {
        /** @description The value of `next_cursor` or `previous_cursor` of an earlier page. */
        cursor?: string;
        /** @description Number of items returned. The allowed range is given per endpoint; for this one it is not shown. */
        limit?: number;
      };
      header?: {
        /** @description ID of the merchant account to use for the request. */
        'x-service-merchant-account-id'?: components['parameters']['MerchantAccount'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of buyers. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BuyerPage'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['DuplicateRecord'];
      425: components['responses']['TooEarly'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
      502: components['responses']['BadGateway'];
      504: components['responses']['GatewayTimeout'];
    };
  };
  vault_forward: {
    parameters: {
      query?: never;
      header: {
        /** @description Downstream URL to call. */
        'x-vault-forward-url': string;
        /** @description HTTP method to use downstream. */
        'x-vault-forward-http-method': string;
        /** @description Header `authorization` to set on the downstream request, for example for a bearer token. One of the family `x-vault-forward-header-<name>`. */
        'x-vault-forward-header-authorization'?: string;
        /** @description ID of a stored payment method whose data is substituted into the body. */
        'x-vault-forward-payment-methods'?: string[];
        /** @description One or more authentication method UUIDs to apply, comma separated. */
        'x-vault-forward-authentications'?: string[];
        /** @description ID of the merchant account to use for the request. */
        'x-service-merchant-account-id'?: components['parameters']['MerchantAccount'];
      };
      path?: never;
      cookie?: never;
    };
    /** @description JSON, forwarded downstream once its placeholders are replaced. */
    requestBody?: {
      content: {
        /**
         * @example {
         *       "cards": [
         *         {
         *           "number": "{{CARD_NUMBER_1}}",
         *           "expiry": "{{CARD_EXPIRATION_DATE_1}}",
         *           "cvv": "123"
         *         }
         *       ]
         *     }
         */
        'application/json': unknown;
      };
    };
    responses: {
      /** @description Request invalid */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': unknown;
          '*/*': unknown;
        };
      };
      /** @description Request unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': unknown;
          '*/*': unknown;
        };
      };
      /** @description Credentials invalid or caller lacks permission */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': unknown;
          '*/*': unknown;
        };
      };
      /** @description Resource not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': unknown;
          '*/*': unknown;
        };
      };
      /** @description Method not allowed */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': unknown;
          '*/*': unknown;
        };
      };
      /** @description Duplicate record found */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': unknown;
          '*/*': unknown;
        };
      };
      /** @description Referenced payment method does not exist */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          '*/*': unknown;
        };
      };
      /** @description Request too early */
      425: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': unknown;
          '*/*': unknown;
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': unknown;
          '*/*': unknown;
        };
      };
      /** @description Server error */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': unknown;
          '*/*': unknown;
        };
      };
      /** @description Server error */
      502: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': unknown;
          '*/*': unknown;
        };
      };
      /** @description Server error */
      504: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': unknown;
          '*/*': unknown;
        };
      };
      /** @description The destination's answer. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          '*/*': unknown;
        };
      };
    };
  };
}

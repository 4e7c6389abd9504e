// Generated from ../openapi.yaml by `npm run generate`. Do not edit.

/** One broken rule, as ajv reports it. */
export interface RuleViolation {
  readonly keyword: string;
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

export interface Validator {
  (value: unknown): boolean;
  /** The violations of the last call; null if there were none. */
  errors?: readonly RuleViolation[] | null;
}

export const Buyer: Validator;
export const CheckoutSession: Validator;
export const BadRequestError: Validator;
export const UnauthorizedError: Validator;
export const ForbiddenError: Validator;
export const NotFoundError: Validator;
export const MethodNotAllowedError: Validator;
export const DuplicateRecordError: Validator;
export const TooEarlyError: Validator;
export const TooManyRequestsError: Validator;
export const InternalServerError: Validator;
export const BadGatewayError: Validator;
export const GatewayTimeoutError: Validator;
export const BuyerPage: Validator;
export const vault_forward_400: Validator;
export const vault_forward_401: Validator;
export const vault_forward_403: Validator;
export const vault_forward_404: Validator;
export const vault_forward_405: Validator;
export const vault_forward_409: Validator;
export const vault_forward_425: Validator;
export const vault_forward_429: Validator;
export const vault_forward_500: Validator;
export const vault_forward_502: Validator;
export const vault_forward_504: Validator;

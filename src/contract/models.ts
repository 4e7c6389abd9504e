import type { components } from './generated/types';

/** The specification's resources, as openapi.yaml describes them. Amounts are integers in minor units. */
type Schemas = components['schemas'];

export type CheckoutSession = Schemas['CheckoutSession'];
export type CartItem = Schemas['CartItem'];
export type BillingDetails = Schemas['BillingDetails'];
export type Address = Schemas['Address'];
export type CheckoutSessionPaymentMethod = Schemas['CheckoutSessionPaymentMethod'];
export type CardType = Schemas['CardType'];
export type CardScheme = Schemas['CardScheme'];
export type Buyer = Schemas['Buyer'];
export type BuyerPage = Schemas['BuyerPage'];
export type ApiError = Schemas['Error'];
export type ErrorDetail = Schemas['ErrorDetail'];

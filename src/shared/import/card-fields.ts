import { passesLuhn } from '../cards/card-numbers';
import { plainName } from '../cards/security-code-names';

/** The part of a card that a field holds, by its name. */
export type CardPart = 'number' | 'expiry' | 'month' | 'year' | 'security-code';

const NUMBER =
  /^(?:number|pan|card|creditcard|cc|(?:(?:credit|debit|payment)?card|cc|primary)?(?:account)?(?:number|num|no|pan)|.*cardnumber)$/;
const EXPIRY =
  /^(?:card|cc)?(?:exp|expiry|expires|expdate|expirydate|expiration|expirationdate|validthru|validto|goodthru)$/;
const MONTH = /^(?:card|cc)?(?:exp|expiry|expiration)(?:month|mm|m)$/;
const YEAR = /^(?:card|cc)?(?:exp|expiry|expiration)(?:year|yyyy|yy|y)$/;
const SECURITY_CODE =
  /^(?:card|cc)?(?:cvv2?|cvc2?|cvn2?|csc|cid|securitycode|verificationvalue|verificationcode|cardcode)$/;

/**
 * The part that a field's name indicates, or null. `parent` is the name of the object around it: a plain `month` counts
 * inside `expiry`.
 */
export function cardPartOf(name: string, parent: string): CardPart | null {
  const key = plainName(name);
  if (NUMBER.test(key)) return 'number';
  if (EXPIRY.test(key)) return 'expiry';
  if (MONTH.test(key)) return 'month';
  if (YEAR.test(key)) return 'year';
  if (SECURITY_CODE.test(key)) return 'security-code';
  if (!EXPIRY.test(plainName(parent))) return null;
  return /^(?:month|mm|m)$/.test(key) ? 'month' : /^(?:year|yyyy|yy|y)$/.test(key) ? 'year' : null;
}

/** The digits of a card number, without spaces and dashes; null for anything else. */
export function cardDigits(value: string): string | null {
  const digits = value.trim().replace(/(?<=\d)[ -](?=\d)/g, '');
  return /^\d{13,19}$/.test(digits) && !/^(\d)\1*$/.test(digits) && passesLuhn(digits) ? digits : null;
}

const M = '(?<month>0[1-9]|1[0-2])';
const SHORT_M = '(?<shortMonth>[1-9])';
const YY = '(?<year>\\d\\d)';
const YYYY = '(?<longYear>20\\d\\d)';
const SEPARATOR = '(?<separator> ?[-/. ] ?)';

/** Forms in which an expiration date is written, the likelier reading first. */
const EXPIRY_FORMS: readonly { readonly form: RegExp; readonly yearFirst: boolean }[] = [
  monthFirst(`${M}${SEPARATOR}(?:${YYYY}|${YY})`),
  monthFirst(`${SHORT_M}${SEPARATOR}(?:${YYYY}|${YY})`),
  yearFirst(`${YYYY}${SEPARATOR}${M}`),
  monthFirst(`${M}${YYYY}`),
  yearFirst(`${YYYY}${M}`),
  monthFirst(`${M}${YY}`),
  yearFirst(`${YY}${M}`),
];

function monthFirst(form: string): { form: RegExp; yearFirst: boolean } {
  return { form: new RegExp(`^${form}$`), yearFirst: false };
}

function yearFirst(form: string): { form: RegExp; yearFirst: boolean } {
  return { form: new RegExp(`^${form}$`), yearFirst: true };
}

/** The value of a part rewritten with placeholders, or null if it has none of the known forms. */
export function placeholderFor(part: CardPart, value: string, index: number): string | null {
  const placeholder = (name: string): string => `{{${name}_${index}}}`;
  switch (part) {
    case 'number':
      return cardDigits(value) === null ? null : placeholder('CARD_NUMBER');
    case 'security-code':
      return /^\d{3,4}$/.test(value) ? placeholder('CARD_SECURITY_CODE') : null;
    case 'month':
      if (/^(?:0[1-9]|1[0-2])$/.test(value)) return placeholder('CARD_EXPIRATION_DATE_MM');
      return /^[1-9]$/.test(value) ? placeholder('CARD_EXPIRATION_DATE_M') : null;
    case 'year':
      if (/^20\d\d$/.test(value)) return placeholder('CARD_EXPIRATION_DATE_YYYY');
      return /^\d\d$/.test(value) ? placeholder('CARD_EXPIRATION_DATE_YY') : null;
    case 'expiry':
      return expiryPlaceholders(value, placeholder);
  }
}

function expiryPlaceholders(value: string, placeholder: (name: string) => string): string | null {
  for (const { form, yearFirst } of EXPIRY_FORMS) {
    const groups = form.exec(value)?.groups;
    if (groups === undefined) continue;
    const { month, year, longYear, separator = '' } = groups;
    // The only form that the specification names.
    if (separator === '/' && month !== undefined && year !== undefined) {
      return placeholder('CARD_EXPIRATION_DATE');
    }
    const monthText = placeholder(month === undefined ? 'CARD_EXPIRATION_DATE_M' : 'CARD_EXPIRATION_DATE_MM');
    const yearText = placeholder(
      longYear === undefined ? 'CARD_EXPIRATION_DATE_YY' : 'CARD_EXPIRATION_DATE_YYYY',
    );
    return yearFirst ? yearText + separator + monthText : monthText + separator + yearText;
  }
  return null;
}

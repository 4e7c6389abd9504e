import { percentDecoded } from '../http/percent-decoded';

/** Names that always mean a card's security code. */
const CERTAIN =
  /^(?:.*card|cc|pay|payment|paymentmethod)?(?:[di]?cvv[1-3]?|d?cvc[1-3]?|cvn2?|cvd2?|cvx2?|cvvcvc|cvccvv|securitycode)(?:code|number|num|no|value)?$|^.*card(?:code|csc|cid|(?:verification|validation)(?:value|code|number))$/;

/** Names that mean it next to card data, but may mean anything elsewhere. */
const LIKELY = /^(?:cid|csc|(?:verification|validation)(?:value|code|number))$/;

/**
 * Letters that every such name contains, whatever is between them. A dotted capital I contains one of them in lower
 * case.
 */
const TRACES = new RegExp(
  ['cv[vcndx]', 'cid', 'csc', 'cardcode', 'securitycode', 'verification', 'validation']
    .map((word) => (word.match(/\[.*\]|./g) ?? []).join('[^a-z0-9"]*').replace(/i/g, '[i\\u0130]'))
    .join('|'),
  'i',
);

/** False if no field name in the text can mean a security code, as in most answers. */
export function mayNameCodes(text: string): boolean {
  // An escape may stand for any letter.
  return /[\\%]/.test(text) || TRACES.test(text);
}

/**
 * What a field's name says about its value: a security code, a security code if card data is next to it, or neither.
 */
export type CodeName = 'certain' | 'likely' | null;

/** In a path such as `card[cvv]` or `card.cvv` the last name counts as well. */
export function codeNameOf(name: string): CodeName {
  const decoded = decodedName(name);
  const last = decoded.split(/[.[\]/]+/).filter((part) => part !== '');
  const names = [decoded, last[last.length - 1] ?? ''].map(plainName);
  if (names.some((known) => CERTAIN.test(known))) return 'certain';
  return names.some((known) => LIKELY.test(known)) ? 'likely' : null;
}

/** Ignores case and separators. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** The name without JSON and URL escapes. */
export function decodedName(name: string): string {
  const unescaped = name.replace(/\\u([0-9a-f]{4})/gi, (_escape, code: string) =>
    String.fromCharCode(parseInt(code, 16)),
  );
  return percentDecoded(unescaped);
}

/** What Node 16 (the fallback runtime) only has in modules, while jose and @peculiar/x509 expect globals. */
export interface NodeParts {
  /** `webcrypto` of node:crypto. */
  readonly webcrypto: object;
  /** The class of node:crypto. */
  readonly KeyObject: { readonly prototype: object };
  /** A structured clone; on Node 16 made with serialize and deserialize of node:v8. */
  readonly clone: (value: unknown) => unknown;
}

/**
 * Defines the globals `crypto`, `CryptoKey` and `structuredClone` if the runtime lacks them, and names KeyObject as
 * later versions do (jose distinguishes keys by that name); leaves any other runtime alone. Call it before the first
 * use of such a library. The parts are arguments because this layer is pure.
 */
export function completeNodeRuntime({ webcrypto, KeyObject, clone }: NodeParts): void {
  provide(globalThis, 'crypto', webcrypto);
  provide(globalThis, 'CryptoKey', Reflect.get(webcrypto, 'CryptoKey'));
  provide(globalThis, 'structuredClone', clone);
  provide(KeyObject.prototype, Symbol.toStringTag, 'KeyObject');
}

function provide(owner: object, name: string | symbol, value: unknown): void {
  if (name in owner) return;
  Object.defineProperty(owner, name, { value, configurable: true, writable: true });
}

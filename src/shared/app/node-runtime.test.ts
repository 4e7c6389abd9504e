import { createSecretKey, KeyObject, webcrypto } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import { afterEach, describe, expect, it } from 'vitest';
import { completeNodeRuntime } from './node-runtime';

const names = ['crypto', 'CryptoKey', 'structuredClone'] as const;
const globals = names.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
const tag = Object.getOwnPropertyDescriptor(KeyObject.prototype, Symbol.toStringTag);

afterEach(() => {
  for (const [name, descriptor] of globals) {
    if (descriptor) Object.defineProperty(globalThis, name, descriptor);
  }
  if (tag) Object.defineProperty(KeyObject.prototype, Symbol.toStringTag, tag);
});

const parts = { webcrypto, KeyObject, clone: (value: unknown): unknown => deserialize(serialize(value)) };

describe('completeNodeRuntime', () => {
  it('provides what a runtime like Node 16 lacks', () => {
    for (const name of names) Reflect.deleteProperty(globalThis, name);
    Reflect.deleteProperty(KeyObject.prototype, Symbol.toStringTag);
    completeNodeRuntime(parts);
    expect(globalThis.crypto).toBe(webcrypto);
    expect(Reflect.get(globalThis, 'CryptoKey')).toBe(Reflect.get(webcrypto, 'CryptoKey'));
    expect(structuredClone({ a: [1] })).toEqual({ a: [1] });
    expect(Object.prototype.toString.call(createSecretKey(Buffer.alloc(16)))).toBe('[object KeyObject]');
  });

  it('leaves a complete runtime alone', () => {
    const before = names.map((name) => Reflect.get(globalThis, name));
    completeNodeRuntime({ webcrypto: {}, KeyObject, clone: () => null });
    expect(names.map((name) => Reflect.get(globalThis, name))).toEqual(before);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NONE } from '@shared/json/json-scanner';
import { childrenOf, indexed, valueOf } from '../test-support/indexed';
import { wholeText } from '../test-support/json-texts';
import { childAt, jsonPath, jsonPointer, resolveNearest, type Step, stepsTo } from './json-places';

function nearestTo(value: unknown, steps: readonly Step[]): unknown {
  const [step, ...rest] = steps;
  const known =
    step !== undefined && typeof value === 'object' && value !== null && Object.hasOwn(value, step);
  return known ? nearestTo(Reflect.get(value, step), rest) : value;
}

describe('places', () => {
  it('resolves a pointer to the value it names, the last one of repeated keys', () => {
    fc.assert(
      fc.property(wholeText, (text) => {
        const nodes = indexed(text);
        const parsed: unknown = JSON.parse(text);
        for (let node = 0; node < nodes.index.nodeCount; node++) {
          const steps = stepsTo(nodes, node);
          const found = resolveNearest(nodes, jsonPointer(steps)) ?? NONE;
          expect(valueOf(nodes, found)).toEqual(nearestTo(parsed, steps));
        }
      }),
    );
  });

  it('counts children in order', () => {
    fc.assert(
      fc.property(wholeText, (text) => {
        const nodes = indexed(text);
        for (let container = 0; container < nodes.index.containerCount; container++) {
          const children = childrenOf(nodes, nodes.index.nodeOfContainer(container));
          expect(nodes.index.childCount(container)).toBe(children.length);
          expect(children.map((_, position) => childAt(nodes, container, position))).toEqual(children);
          expect(children.map((child) => nodes.index.position(child))).toEqual(children.map((_, at) => at));
          expect(childAt(nodes, container, children.length)).toBeNull();
        }
      }),
    );
  });

  it('escapes pointers and paths', () => {
    const steps = ['a/b~c', 0, "it's", 'plain_1'];
    expect(jsonPointer(steps)).toBe("/a~1b~0c/0/it's/plain_1");
    expect(jsonPath(steps)).toBe("$['a/b~c'][0]['it\\'s'].plain_1");
    expect(jsonPointer([])).toBe('');
    expect(jsonPath([])).toBe('$');
  });

  it('falls back to the nearest existing place', () => {
    const nodes = indexed('{"a":{"b":[1]}}');
    expect(resolveNearest(nodes, '/a/missing')).toBe(1);
    expect(resolveNearest(nodes, '/a/b/7/x')).toBe(2);
    expect(resolveNearest(nodes, '/a/b/01')).toBe(2);
    expect(resolveNearest(indexed(''), '/a')).toBeNull();
  });
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { placesAfterMove } from './arrange-requests';

interface One {
  readonly id: string;
  readonly order: number;
}
const inOrder = (all: readonly One[]): One[] =>
  [...all].sort(
    (one, other) => (one.order || Infinity) - (other.order || Infinity) || (one.id < other.id ? -1 : 1),
  );
/** The folder after the move, sorted as the store sorts it, and how many requests were written. */
function move(folder: readonly One[], id: string, at: number): { folder: One[]; written: number } {
  const moved = folder.find((one) => one.id === id) ?? { id, order: 0 };
  const others = folder.filter((one) => one.id !== id);
  const places = placesAfterMove(moved, others, at);
  const after = [...others, moved].map((one) => ({ ...one, order: places.get(one.id) ?? one.order }));
  return { folder: inOrder(after), written: places.size };
}

it('any sequence of moves gives the wanted order', () => {
  const moves = fc.array(fc.tuple(fc.nat(7), fc.nat(7)), { maxLength: 40 });
  fc.assert(
    fc.property(fc.array(fc.nat(40), { minLength: 8, maxLength: 8 }), moves, (orders, all) => {
      let folder = inOrder(orders.map((order, index) => ({ id: String(index), order })));
      for (const [which, at] of all) {
        const id = String(which);
        const wanted = folder.filter((one) => one.id !== id).map((one) => one.id);
        wanted.splice(at, 0, id);
        ({ folder } = move(folder, id, at));
        expect(folder.map((one) => one.id)).toEqual(wanted);
      }
    }),
  );
});

it('in an ordered folder, a move writes only the moved request', () => {
  const folder = ['a', 'b', 'c', 'd'].map((id, index) => ({ id, order: (index + 1) * 10 }));
  expect(move(folder, 'd', 1)).toMatchObject({
    written: 1,
    folder: [{ id: 'a' }, { id: 'd', order: 15 }, {}, {}],
  });
  expect(move(folder, 'a', 3)).toMatchObject({ written: 1, folder: [{}, {}, {}, { id: 'a', order: 50 }] });
  expect(move(folder, 'b', 1)).toMatchObject({ written: 0 });
});

it('requests that nobody placed stay sorted by name behind the moved one', () => {
  const folder = ['a', 'b', 'c', 'd'].map((id) => ({ id, order: 0 }));
  expect(move(folder, 'c', 0)).toEqual({
    written: 1,
    folder: [
      { id: 'c', order: 10 },
      { id: 'a', order: 0 },
      { id: 'b', order: 0 },
      { id: 'd', order: 0 },
    ],
  });
});

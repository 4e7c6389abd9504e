import type { FromOrder, ToOrder } from './messages';
import { RowOrder } from './row-order';

/** The inside of the worker. */
export function serveOrder(
  post: (message: FromOrder, transfer: Transferable[]) => void,
): (message: ToOrder) => void {
  let rows = new RowOrder([]);
  return (message) => {
    switch (message.kind) {
      case 'begin':
        rows = new RowOrder(message.comparisons);
        break;
      case 'append':
        rows.append(message.rows);
        break;
      case 'order': {
        const order = rows.order(message.view);
        post({ order }, [order.buffer]);
        break;
      }
    }
  };
}

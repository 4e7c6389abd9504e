import { JsonScanner, NONE } from '@shared/json/json-scanner';
import { endOfString } from '@shared/json/json-tokens';
import { JsonIndex } from './json-index';

/** Fills an index with the nodes of a JSON text as its bytes arrive. */
export class JsonTokeniser extends JsonScanner {
  readonly index = new JsonIndex();
  /** The innermost open container, its kind, and its number of children so far. */
  private container = NONE;
  private containerKind = NONE;
  private count = 0;

  protected leafRead(start: number, kind: number): void {
    this.index.addNode(start, kind);
    this.count++;
  }

  protected containerOpened(start: number, kind: number): void {
    if (this.container !== NONE) this.index.countSoFar(this.container, this.count + 1);
    this.container = this.index.openContainer(start, kind, this.container, this.count);
    this.containerKind = kind;
    this.count = 0;
  }

  protected containerClosed(): void {
    this.index.closeContainer(this.container, this.at, this.count);
    this.container = this.index.parentContainer(this.container);
    this.containerKind = this.index.kindOfContainer(this.container);
    this.count = this.container === NONE ? 0 : this.index.childCount(this.container);
  }

  protected kindAround(): number {
    return this.containerKind;
  }

  /** The container's node may begin with a key. */
  protected openBracket(): number | null {
    if (this.container === NONE) return null;
    let at = this.index.start(this.index.nodeOfContainer(this.container));
    if (this.bytes[at] === 0x22) at = endOfString(this.bytes, at, this.bytes.length);
    while (this.bytes[at] !== 0x7b && this.bytes[at] !== 0x5b) at++;
    return at;
  }

  protected paused(): void {
    if (this.container !== NONE) this.index.countSoFar(this.container, this.count);
    this.index.frontier = this.at;
  }
}

import type { ExplorerBridge } from '../shared/bridge';

declare global {
  interface Window {
    readonly explorer: ExplorerBridge;
  }
}

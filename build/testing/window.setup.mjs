// happy-dom's window has no MessageChannel, and a separate context has none of Node's globals.
import { MessageChannel } from 'node:worker_threads';

globalThis.MessageChannel = MessageChannel;

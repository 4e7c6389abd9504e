// happy-dom's window has no MessageChannel, and a context of its own has none of Node's globals.
import { MessageChannel } from 'node:worker_threads';

globalThis.MessageChannel = MessageChannel;

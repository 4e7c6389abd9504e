// happy-dom's window has no MessageChannel, and a context of its own none of Node's.
import { MessageChannel } from 'node:worker_threads';

globalThis.MessageChannel = MessageChannel;

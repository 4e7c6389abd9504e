import { serveBody } from './serve-body';

/** Reads bodies of any size while the page goes on. */
serveBody(self);

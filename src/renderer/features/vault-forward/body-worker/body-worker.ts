import { serveBody } from './serve-body';

/** Reads bodies of any size without blocking the page. */
serveBody(self);

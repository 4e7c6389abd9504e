import { serveImport } from './serve-import';

/** Reads imports of megabytes while the page goes on. */
serveImport(self);

import { serveImport } from './serve-import';

/** Reads imports of megabytes without blocking the page. */
serveImport(self);

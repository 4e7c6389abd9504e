import { serveSort } from './serve-sort';

serveSort(self);

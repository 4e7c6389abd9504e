import { serveViewer } from './serve-viewer';

serveViewer(self);

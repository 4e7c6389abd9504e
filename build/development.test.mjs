import { describe, expect, it } from 'vitest';
import config from '../electron.vite.config.ts';

const of = (command) => config({ command, mode: 'test' }).renderer;

describe('the development server', () => {
  it('is given none of the page’s own globals to write: it stopped there, with an empty window', () => {
    expect(of('serve').define).toEqual({});
    expect(Object.keys(of('build').define)).toContain('sessionStorage');
  });
});

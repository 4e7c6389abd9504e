// The names by which one part of src/ imports another; tsconfig.base.json has the same list for the compiler.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const parts = ['contract', 'shared', 'openapi', 'main', 'renderer', 'sandbox'];
const root = fileURLToPath(new URL('..', import.meta.url));

/** From `@shared` to the folder src/shared, and so on. */
export const aliases = Object.fromEntries(parts.map((part) => [`@${part}`, join(root, 'src', part)]));

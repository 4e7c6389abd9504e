// The names by which a part of src/ imports another one; tsconfig.base.json has the same for the compiler.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const parts = ['contract', 'shared', 'openapi', 'main', 'renderer', 'sandbox'];
const root = fileURLToPath(new URL('..', import.meta.url));

/** `@shared` to the folder src/shared, and so on. */
export const aliases = Object.fromEntries(parts.map((part) => [`@${part}`, join(root, 'src', part)]));

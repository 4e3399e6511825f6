/** `npm run foyer -- …`: the operator's commands (see `npm run foyer -- help`). */
import { join } from 'node:path';

await import(join(import.meta.dirname, '..', 'server', 'src', 'cli', 'main.ts'));

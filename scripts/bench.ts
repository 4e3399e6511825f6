/** `npm run bench -- NAME`: runs bench/NAME.ts, which prints its results as ratios to a baseline. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '..', 'bench');
const known = readdirSync(folder).flatMap((file) => /^([\w-]+)\.ts$/.exec(file)?.[1] ?? []);
const [name = ''] = process.argv.slice(2);
if (!known.includes(name)) {
  console.error(`Usage: npm run bench -- NAME. Available benchmarks: ${known.join(', ')}`);
  process.exit(64);
}
process.argv.splice(2, 1);
await import(join(folder, `${name}.ts`));

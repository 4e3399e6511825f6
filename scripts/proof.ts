/**
 * `npm run proof -- P1 [P2 …]` runs the full proof of a promise (docs/promises.md) and appends its result to
 * bench/RESULTS.md. `--short` runs the short form, `--seed N` changes the random sequence.
 */
import { appendFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

interface Proof {
  run: (options: { full: boolean; seed: number; log: (line: string) => void }) => Promise<{
    passed: boolean;
    figures: Record<string, string | number>;
  }>;
}

const root = join(import.meta.dirname, '..');
const folder = join(root, 'bench', 'proofs');
const known = readdirSync(folder).flatMap((file) => /^(p\d+)\.ts$/.exec(file)?.[1] ?? []);
const { values, positionals } = parseArgs({
  options: { short: { type: 'boolean', default: false }, seed: { type: 'string', default: '1' } },
  allowPositionals: true,
});
const wanted = positionals.map((name) => name.toLowerCase());
const unknown = wanted.filter((name) => !known.includes(name));
if (wanted.length === 0 || unknown.length > 0) {
  const list = known.map((name) => name.toUpperCase()).join(' ');
  console.error(
    unknown.length > 0
      ? `Unknown proof: ${unknown.join(', ')}. Available proofs: ${list}`
      : `Usage: npm run proof -- P1 [P2 …]. Available proofs: ${list}`,
  );
  process.exit(64);
}

let failed = 0;
for (const name of wanted) {
  const started = Date.now();
  const { run } = (await import(join(folder, `${name}.ts`))) as Proof;
  const { passed, figures } = await run({ full: !values.short, seed: Number(values.seed), log: console.log });
  if (!passed) failed += 1;
  const results = Object.entries(figures).map(([key, value]) => `${key} ${value}`);
  const seconds = ((Date.now() - started) / 1000).toFixed(0);
  const line = `${name.toUpperCase()} ${passed ? 'holds' : 'BROKEN'}: ${results.join(', ')} (${seconds} s)`;
  console.log(line);
  if (!values.short) {
    const date = new Date().toISOString().slice(0, 10);
    const command = `npm run proof -- ${name.toUpperCase()} --seed ${values.seed}`;
    appendFileSync(join(root, 'bench', 'RESULTS.md'), `\n- ${date} \`${command}\`: ${line}\n`);
  }
}
process.exitCode = failed === 0 ? 0 : 1;

/**
 * `npm run test:stress -- FILE…`: runs journeys or component tests ten times while both cores are busy, and exits with
 * a non-zero code if one run fails.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';

const root = join(import.meta.dirname, '..');
const times = 10;
const files = process.argv.slice(2);
if (files.length === 0) {
  console.error(
    'Which files? npm run test:stress -- e2e/chat.spec.ts web/src/features/login/loginForms.component.test.ts',
  );
  process.exit(64);
}

const relativeFiles = files.map((file) => relative(root, join(process.cwd(), file)));
const journeys = relativeFiles.filter((file) => file.startsWith('e2e/'));
const others = relativeFiles.filter((file) => !file.startsWith('e2e/'));

const busy: ChildProcess[] = Array.from({ length: availableParallelism() }, () =>
  spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
);
const succeeds = (program: string, args: readonly string[]): boolean =>
  spawnSync(program, args, { cwd: root, stdio: 'inherit' }).status === 0;

let failed = 0;
try {
  if (journeys.length > 0)
    failed += succeeds('playwright', [
      'test',
      ...journeys,
      `--repeat-each=${times}`,
      '--reporter=line',
      '--trace=retain-on-failure',
    ])
      ? 0
      : 1;
  for (let run = 1; others.length > 0 && run <= times; run += 1) {
    console.log(`▸ ${run} of ${times}`);
    failed += succeeds('vitest', ['run', ...others]) ? 0 : 1;
  }
} finally {
  for (const child of busy) child.kill('SIGKILL');
}
console.log(failed === 0 ? `✓ ${times} of ${times} under load` : `✗ ${failed} runs failed`);
process.exitCode = failed === 0 ? 0 : 1;

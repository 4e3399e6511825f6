/** Builds the web app into web/dist if its sources have changed since the last build (`--force`: always). */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const stamp = join(root, 'web', 'dist', '.sources');

/** The pages and their builds; the first build empties the folder. */
const configs = ['web/vite.config.ts', 'web/vite.zoom.config.ts'];
const pages = ['web/index.html', 'web/zoom.html', 'web/pdfFiles.ts', ...configs];

function digest(): string {
  const hash = createHash('sha256');
  const files = ['contract/src', 'web/src', 'web/public']
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name)),
    )
    .concat([...pages, 'package-lock.json'].map((file) => join(root, file)))
    .sort();
  for (const file of files)
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

export function build(force = false): number {
  const now = digest();
  if (!force && existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return 0;
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  for (const config of configs) {
    const { status } = spawnSync(
      process.execPath,
      [vite, 'build', '--logLevel', 'warn', '--config', join(root, config)],
      {
        cwd: join(root, 'web'),
        stdio: 'inherit',
        // A test run sets NODE_ENV to `test`, which would give a larger and slower build.
        env: { ...process.env, NODE_ENV: 'production' },
      },
    );
    if (status !== 0) return status ?? 1;
  }
  writeFileSync(stamp, now);
  return 0;
}

if (import.meta.main) process.exitCode = build(process.argv.includes('--force'));

/** `npm run dev`: the server on its sources, restarted on a change, and the web app by Vite with a proxy to it. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { build } from './build.ts';

const root = join(import.meta.dirname, '..');
if (build() !== 0) process.exit(1);
const server = spawn(process.execPath, ['--watch', join(root, 'server', 'src', 'main.ts')], {
  stdio: 'inherit',
});
const vite = spawn(process.execPath, [join(root, 'node_modules', 'vite', 'bin', 'vite.js')], {
  cwd: join(root, 'web'),
  stdio: 'inherit',
});
const end = () => {
  server.kill('SIGTERM');
  vite.kill('SIGTERM');
};
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, end);
vite.on('exit', end);

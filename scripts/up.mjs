// The entry point of every npm script: runs on Node 20 and later, installs missing packages, and starts Node 24.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [command = 'start', ...rest] = process.argv.slice(2);
const stamp = join(root, 'node_modules', '.foyer-installed');

function fail(line) {
  console.error(line);
  process.exit(78);
}

function lockDigest() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
}

/** Runs `npm ci` if node_modules does not match the lock file. */
function install() {
  const digest = lockDigest();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return;
  console.error('Installing what is missing (once, about a minute) …');
  const npm = process.env.npm_execpath;
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const run = npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: ['ignore', 2, 2] })
    : spawnSync('npm', args, { cwd: root, stdio: ['ignore', 2, 2] });
  if (run.status !== 0) fail('npm could not install the packages; see the output above.');
  writeFileSync(stamp, digest);
}

/** The path of Node 24: this process, or the Node from node_modules. */
function node24() {
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  const packed = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
  if (existsSync(packed)) return packed;
  return fail(
    `Foyer needs Node 24; this is ${process.version}, and node_modules contains none for ${process.platform} ${process.arch}.`,
  );
}

// A process that was started by this script runs with the same packages.
if (process.env.FOYER_NODE === undefined) install();
const node = process.env.FOYER_NODE ?? node24();
const child = spawn(node, [join(root, 'scripts', `${command}.ts`), ...rest], {
  cwd: process.env.FOYER_CWD ?? process.cwd(),
  stdio: 'inherit',
  env: {
    ...process.env,
    PATH: `${dirname(node)}:${join(root, 'node_modules', '.bin')}:${process.env.PATH ?? ''}`,
    FOYER_NODE: node,
    // Node's compile cache halves the start time of processes and threads.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'node'),
  },
});
// The child receives Ctrl-C from the terminal itself; other signals are forwarded.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
  process.on(signal, () => {
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  });
}
// npm forwards SIGTERM, but ends without a signal to its script on SIGKILL.
if (process.env.npm_lifecycle_event !== undefined) {
  const parent = process.ppid;
  const watch = () => {
    if (process.ppid !== parent) child.kill('SIGTERM');
  };
  setInterval(watch, 1000).unref();
}
child.on('exit', (code, signal) => {
  process.exitCode = code ?? 128 + (constants.signals[signal] ?? 0);
});

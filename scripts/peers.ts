/** System programs that tests need: finds them, or installs them with apt if allowed. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';

interface Peer {
  name: string;
  /** Debian's package. */
  package: string;
  /** The parts of `npm test` that need it. */
  neededBy: string[];
  /** Only `npm run test:full` needs it. */
  full?: true;
  present: () => boolean;
}

const onPath = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

const peers: Peer[] = [
  {
    name: 'postgres',
    package: 'postgresql',
    neededBy: ['vitest'],
    present: () =>
      existsSync('/usr/lib/postgresql')
        ? readdirSync('/usr/lib/postgresql').some((version) =>
            existsSync(`/usr/lib/postgresql/${version}/bin/initdb`),
          )
        : onPath('initdb'),
  },
  {
    name: 'redis',
    package: 'redis-server',
    neededBy: ['vitest'],
    present: () => onPath('redis-server'),
  },
  {
    name: 'coturn',
    package: 'coturn',
    neededBy: ['playwright'],
    present: () => onPath('turnserver'),
  },
  {
    name: 'ffmpeg',
    package: 'ffmpeg',
    neededBy: ['vitest'],
    present: () => onPath('ffmpeg'),
  },
  {
    name: 'strace',
    package: 'strace',
    neededBy: ['vitest'],
    full: true,
    present: () => onPath('strace'),
  },
];

function install(names: string[]): void {
  const apt = (...args: string[]) =>
    execFileSync('apt-get', args, {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  try {
    apt('update');
    apt('install', '-y', '--no-install-recommends', ...names);
  } catch {
    // The caller reports the programs that are still missing.
  }
}

/** Returns one line per peer that is still missing, naming it and how to get it. */
export function ensurePeers(parts: readonly string[], isFull: boolean): string[] {
  const needed = peers.filter(
    ({ neededBy, full }) => (full === undefined || isFull) && neededBy.some((part) => parts.includes(part)),
  );
  const absent = needed.filter((peer) => !peer.present());
  if (absent.length > 0 && process.getuid?.() === 0 && onPath('apt-get'))
    install(absent.map((peer) => peer.package));
  return needed
    .filter((peer) => !peer.present())
    .map((peer) => `NOT RUN: ${peer.name}: install it with "apt-get install ${peer.package}"`);
}

/**
 * `npm start`: builds the web app if it has changed, starts the server, and, on an empty server, moves in the demo venue.
 * `npm start -- --empty` leaves an empty server empty, `npm start -- --no-crowd` the demo without simulated attendees.
 */
import { fork } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.ts';
import { commandSettings } from '../server/src/cli/commandSettings.ts';
import type { Crowd } from '../demo/crowd/crowd.ts';
import { isOwnDemo, opensDemoToOthers, startDemoLogins } from './demoLogins.ts';

const root = join(import.meta.dirname, '..');
const empty = process.argv.includes('--empty');
const hasCrowd = !process.argv.includes('--no-crowd');
/** Enough that the place is alive, and little work for the machine. */
const crowdAttendees = 24;

if (opensDemoToOthers(process.env)) {
  console.error(
    'Others would reach this server, and everybody knows the passwords of the demo that its data folder holds: set DATA_DIR to another folder.',
  );
  process.exit(78);
}
if (build() !== 0) {
  console.error('The web app could not be built; the reason stands above.');
  process.exit(1);
}

const logins = !empty && isOwnDemo(process.env) ? await startDemoLogins(process.env) : undefined;
const server = fork(join(root, 'server', 'src', 'main.ts'), [], {
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  env: { ...process.env, ...logins?.env, FOYER_MANAGED: '1' },
});
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => server.kill(signal));
server.on('exit', (code) => {
  process.exitCode = code ?? 1;
  if (server.connected) server.disconnect();
  crowd?.leave();
  void logins?.stop();
});
let crowd: Crowd | undefined;
interface Ready {
  readonly url: string;
  readonly publicUrl: string;
  readonly adminKeyFile?: string;
  /** Makes the first administrator, once; not there when there is one. */
  readonly firstAdministrator?: string;
}

server.once('message', (message: Ready) => {
  logins?.trust(message.publicUrl);
  welcome(message).catch((error: unknown) => {
    console.error(
      `The demo venue could not move in: ${error instanceof Error ? error.message : String(error)}`,
    );
    server.kill('SIGTERM');
  });
});

/** The key as configured, or from the file that the server made at its first start. */
function adminKey(file: string | undefined): string | undefined {
  const { ADMIN_KEY: key, ADMIN_KEY_FILE: keyFile } = process.env;
  if (key) return key;
  const path = keyFile ?? file;
  return path && existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined;
}

async function welcome(ready: Ready): Promise<void> {
  const key = adminKey(ready.adminKeyFile);
  const { hasVenue, loadDemo, stageLink } = await import('../demo/load.ts');
  if (!key) return;
  const to = { url: ready.url, adminKey: key };
  const movesIn = !empty && !(await hasVenue(to));
  if (movesIn) await loadDemo(to);
  if (logins) await (await import('../demo/loadPeople.ts')).addDemoPeople(to, movesIn);
  const given = commandSettings(process.env, ready.url);
  const first = firstAdministrator(logins ? undefined : ready.firstAdministrator, given);
  const mails = logins ? `\n  Its mails    ${ready.publicUrl}/mail` : '';
  console.log(`
  Foyer is open.

  The venue    ${ready.publicUrl}/
  The stage    ${await stageLink(to)}
               (opens once, then for 12 hours in that browser; another: ${given}npm run foyer -- stage-link)
  The calls    ${ready.publicUrl}/api/docs${mails}${first}

  Ctrl-C closes it.
`);
  // Only one's own demo: a server in earnest has people of its own.
  if (logins && hasCrowd) await startCrowd(to);
}

async function startCrowd({ url, adminKey: key }: { url: string; adminKey: string }): Promise<void> {
  const { Crowd: NewCrowd } = await import('../demo/crowd/crowd.ts');
  crowd = new NewCrowd();
  await crowd
    .come({ url, adminKey: key, attendees: crowdAttendees, atOnce: 2 })
    .catch((fault: unknown) => console.error(`The demo's crowd stayed away: ${(fault as Error).message}`));
}

/** The link is a key: it is shown to a person at a terminal, and to no log. */
function firstAdministrator(link: string | undefined, given: string): string {
  if (link === undefined) return '';
  const shown = process.stdout.isTTY
    ? `${link}\n               (makes you the first administrator, once)`
    : `${given}npm run foyer -- user add you@example.org --role admin`;
  return `\n  Your account ${shown}`;
}

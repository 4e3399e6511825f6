/**
 * `npm start`: builds the web app if it has changed, starts the server, and loads the demo venue into an empty server.
 * `--empty` does not load the demo venue, `--no-crowd` starts the demo without simulated attendees.
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
/** Enough for a lively venue, at a low load. */
const crowdAttendees = 24;

if (opensDemoToOthers(process.env)) {
  console.error(
    'The data folder contains demo accounts with public passwords, but the server is reachable from other machines: set DATA_DIR to another folder.',
  );
  process.exit(78);
}
if (build() !== 0) {
  console.error('The web app could not be built; see the output above.');
  process.exit(1);
}

const logins = !empty && isOwnDemo(process.env) ? await startDemoLogins(process.env) : undefined;
const server = fork(join(root, 'server', 'src', 'main.ts'), [], {
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  env: { ...process.env, ...demoEnv(), FOYER_MANAGED: '1' },
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
  /** The link that creates the first administrator; absent if there is one. */
  readonly firstAdministrator?: string;
}

server.once('message', (message: Ready) => {
  logins?.trust(message.publicUrl);
  welcome(message).catch((error: unknown) => {
    console.error(
      `The demo venue could not be loaded: ${error instanceof Error ? error.message : String(error)}`,
    );
    server.kill('SIGTERM');
  });
});

/** The variables of the local demo. Its log would hide the addresses among the log-ins of simulated attendees. */
function demoEnv(): NodeJS.ProcessEnv {
  return logins ? { ...logins.env, LOG_LEVEL: process.env.LOG_LEVEL || 'warn' } : {};
}

/** The configured key, or the key in the file that the server created at its first start. */
function adminKey(file: string | undefined): string | undefined {
  const { ADMIN_KEY: key, ADMIN_KEY_FILE: keyFile } = process.env;
  if (key) return key;
  const path = keyFile ?? file;
  return path && existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined;
}

async function welcome(ready: Ready): Promise<void> {
  const key = adminKey(ready.adminKeyFile);
  const { hasVenue, loadDemoEvening, stageLink } = await import('../demo/load.ts');
  if (!key) return;
  const to = { url: ready.url, adminKey: key };
  const loadsDemo = !empty && !(await hasVenue(to));
  if (loadsDemo) await loadDemoEvening(to, Date.now());
  if (logins) await (await import('../demo/loadPeople.ts')).addDemoPeople(to, loadsDemo);
  const given = commandSettings(process.env, ready.url);
  const first = firstAdministrator(logins ? undefined : ready.firstAdministrator, given);
  const command = `${given}npm run foyer -- stage-link`;
  // The link grants access, so it is created and printed for a terminal but not for a log.
  const stage = async () =>
    process.stdout.isTTY
      ? `${await stageLink(to)}\n               (opens once, then for 12 hours in that browser; another: ${command})`
      : `${ready.publicUrl}/stage/\n               (${command} creates a link that opens it once)`;
  const mails = logins ? `\n  The emails   ${ready.publicUrl}/mail` : '';
  console.log(`
  Foyer is open.

  The venue    ${ready.publicUrl}/
  The stage    ${await stage()}
  The API      ${ready.publicUrl}/api/docs${mails}${first}

  Press Ctrl-C to stop it.
`);
  // Only for the local demo: a production server has real attendees, and its own programme.
  if (!logins) return;
  await keepProgramme(to, visitMs);
  await addPosts(to);
  if (hasCrowd) await startCrowd(to);
}

/** After the addresses are printed, and before the crowd comes, whose attendees write some of the posts. */
async function addPosts(to: { url: string; adminKey: string }): Promise<void> {
  const { addDemoPosts } = await import('../demo/loadPosts.ts');
  await addDemoPosts(to).catch(reportError('The posts of the demo could not be written'));
}

/** For what the demo can do without. Requests fail if the server is being stopped; that is no error. */
function reportError(message: string): (error: unknown) => void {
  return (error) => {
    if (!server.killed) console.error(`${message}: ${(error as Error).message}`);
  };
}

/** How often the end of the programme is checked. */
const programmeCheckMs = 10 * 60_000;
/** At the start the programme is renewed if it ends within this time, so that a visit has something to come. */
const visitMs = 30 * 60_000;

/** Renews the programme if it ends within `withinMs`, and later whenever it has ended. */
async function keepProgramme(to: { url: string; adminKey: string }, withinMs: number): Promise<void> {
  const { renewProgramme } = await import('../demo/load.ts');
  await renewProgramme(to, Date.now(), withinMs).catch(
    reportError('The programme of the demo could not be renewed'),
  );
  setTimeout(() => void keepProgramme(to, 0), programmeCheckMs).unref();
}

async function startCrowd({ url, adminKey: key }: { url: string; adminKey: string }): Promise<void> {
  const { Crowd: NewCrowd } = await import('../demo/crowd/crowd.ts');
  crowd = new NewCrowd();
  await crowd
    .join({ url, adminKey: key, attendees: crowdAttendees, atOnce: 2, talks: true, sendsHits: true })
    .catch(reportError('The demo crowd could not be started'));
}

/** The link grants access, so it is printed to a terminal but not to a log. */
function firstAdministrator(link: string | undefined, given: string): string {
  if (link === undefined) return '';
  const shown = process.stdout.isTTY
    ? `${link}\n               (makes you the first administrator, once)`
    : `${given}npm run foyer -- user add you@example.org --role admin`;
  return `\n  Your account ${shown}`;
}

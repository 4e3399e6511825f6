/** The result of `npm start` with an empty folder. */
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { renewProgramme } from '../demo/load.ts';

let server: ChildProcess;
let folder: string;
let output = '';
let url = '';

/** Runs scripts/start.ts until it is ready or exits. */
async function start(
  env: Record<string, string>,
  args: string[] = [],
  execArgv: string[] = [],
): Promise<ChildProcess> {
  output = '';
  const child = fork(join(import.meta.dirname, 'start.ts'), ['--no-crowd', ...args], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, PORT: '0', LOG_LEVEL: '', DATA_DIR: join(folder, 'data'), ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    execArgv,
  });
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk));
  const open = new Promise<void>((resolve) => {
    child.stdout?.on('data', () => output.includes('Press Ctrl-C to stop it') && resolve());
  });
  await Promise.race([open, once(child, 'exit')]);
  return child;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-start-'));
  await mkdir(join(folder, 'data'));
  server = await start({});
  url = /The venue +(http:\S+)\//.exec(output)?.[1] ?? '';
});
afterAll(async () => {
  await stop(server);
  await rm(folder, { recursive: true, force: true });
});

test('the demo starts and prints only its URLs', () => {
  expect(output).toContain('Foyer is open');
  expect(output.split('Foyer is open')[0]?.trim()).toBe('');
});

test('a link that opens the stage is not printed if the output is not a terminal', () => {
  expect(output).not.toContain('code=');
  expect(output).toMatch(/The stage +http:\S+\/stage\/\n.*npm run foyer -- stage-link/);
});

test('LOGIN-01 every login option of the demo works', async () => {
  const response = await fetch(`${url}/api/loginOptions`);
  const options = (await response.json()) as { idpProvider: { providerID: string }[] }[];
  const providers = options.flatMap(({ idpProvider }) => idpProvider.map(({ providerID }) => providerID));
  expect(providers).toEqual(['northwind', 'saml.eastsea', 'password']);
  for (const provider of ['northwind', 'saml.eastsea']) {
    const away = await fetch(`${url}/auth/${provider}/start?redirect=/`, { redirect: 'manual' });
    const page = await fetch(away.headers.get('location') ?? '');
    expect(await page.text(), provider).toContain('choose whose account you have');
  }
});

test('the demo accounts have complete profiles', async () => {
  const call = async (path: string, init: RequestInit): Promise<unknown> =>
    (await fetch(`${url}/api${path}`, init)).json();
  const { idToken } = (await call('/session/sign-in', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@nightfall.example', password: 'walk through the night' }),
  })) as { idToken: string };
  const { sub } = JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString()) as {
    sub: string;
  };
  const profile = await call(`/userProfile/architecture/nightfall/userProfile/${sub}`, {
    headers: { authorization: `Bearer ${idToken}` },
  });
  expect(profile).toMatchObject({ data: { completion: 100, attributes: { diet: 'No nuts, please' } } });
});

test('the first talk of the evening is on, and a programme that has ended is renewed', async () => {
  const to = { url, adminKey: (await readFile(join(folder, 'data', 'admin-key'), 'utf8')).trim() };
  const soon = Date.now() + 60_000;
  const end = (await renewProgramme(to, soon, 0)) ?? 0;
  expect(end).toBeGreaterThan(soon + 2 * 3_600_000);
  expect(await renewProgramme(to, soon, 0)).toBe(end);
  expect(await renewProgramme(to, end, 0)).toBeGreaterThan(end + 2 * 3_600_000);
});

test.each([{ HOST: '0.0.0.0' }, { PUBLIC_URL: 'https://venue.example' }, { TRUSTED_PROXIES: '127.0.0.1' }])(
  'a server with demo accounts does not start if it is reachable from other machines: %j',
  async (env) => {
    const other = await start(env);
    expect(other.exitCode).toBe(78);
    expect(output).toContain('set DATA_DIR to another folder');
  },
);

test('an empty server prints how to create the first administrator, and no link if the output is not a terminal', async () => {
  const empty = await start({ DATA_DIR: join(folder, 'empty') }, ['--empty']);
  await stop(empty);
  expect(output).toMatch(
    /DATA_DIR=\S+empty PORT=[1-9]\d+ npm run foyer -- user add you@example.org --role admin/,
  );
  expect(output).not.toContain('/account/link');
});

test('a terminal shows the links that open the stage and create the first administrator', async () => {
  const asTerminal = ['--import', 'data:text/javascript,process.stdout.isTTY=true'];
  const empty = await start({ DATA_DIR: join(folder, 'terminal') }, ['--empty'], asTerminal);
  await stop(empty);
  expect(output).toMatch(/The stage +http:\S+\/stage-link\?code=[\w-]{43}\n/);
  expect(output).toContain('/account/link');
});

/** Runs `npm start` in a process group of its own, until the server listens. */
async function npmStart(name: string): Promise<{ npm: ChildProcess; output: Promise<string> }> {
  const npm = spawn('npm', ['start', '--', '--empty'], {
    cwd: join(import.meta.dirname, '..'),
    // FOYER_NODE: the packages are installed, because this test runs with them.
    env: { ...process.env, PORT: '0', DATA_DIR: join(folder, name), FOYER_NODE: process.execPath },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  onTestFinished(() => {
    try {
      process.kill(-(npm.pid ?? 0), 'SIGKILL');
    } catch {
      // All processes of the group have ended.
    }
  });
  // Ends when every process that can write into it has ended.
  const output = text(npm.stdout);
  await new Promise<void>((resolve) => {
    let found = '';
    npm.stdout.on('data', (chunk: Buffer) => {
      found += String(chunk);
      if (found.includes('Press Ctrl-C to stop it')) resolve();
    });
  });
  return { npm, output };
}

test.each([
  ['SIGTERM to npm', (npm: number) => process.kill(npm, 'SIGTERM')],
  ['SIGKILL to npm', (npm: number) => process.kill(npm, 'SIGKILL')],
  ['SIGINT to all processes, as by Ctrl-C,', (npm: number) => process.kill(-npm, 'SIGINT')],
])('%s stops the server of npm start gracefully', async (name, stopNpm) => {
  const { npm, output: whole } = await npmStart(name.replaceAll(/\W/g, ''));
  stopNpm(npm.pid ?? 0);
  expect(await whole).toContain('"msg":"stopped"');
});

/** The result of `npm start` with an empty folder. */
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { getChatPosts, openChatRoom, openMediaBoard } from '@foyer/contract';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { AttendeeConnection } from '../demo/crowd/attendeeConnection.ts';
import { AttendeeSignIn } from '../demo/crowd/attendeeSignIn.ts';
import { renewProgramme } from '../demo/load.ts';
import { addDemoPosts } from '../demo/loadPosts.ts';
import { demoAccounts } from '../demo/people.ts';
import { cardLikes, demoPlaces } from '../demo/posts.ts';

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

const printedUrl = (): string => /The venue +(http:\S+)\//.exec(output)?.[1] ?? '';

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  // Not at `exit`: there can be output that was not read yet.
  await once(child, 'close');
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-start-'));
  await mkdir(join(folder, 'data'));
  server = await start({});
  url = printedUrl();
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

/** Reads the wall, the discussions and the likes of the cards as an attendee. */
async function readPosts(from: string) {
  const signIns = new AttendeeSignIn(from);
  const [{ email, password } = { email: '', password: '' }] = demoAccounts;
  const ticket = await signIns.ticket(await signIns.user(email, password));
  const handlers = { onMessage: () => undefined, onClose: () => undefined };
  const connection = await AttendeeConnection.open(from, ticket, handlers);
  onTestFinished(() => connection.close());
  const places = async () => {
    const found = [];
    for (const { place } of demoPlaces) {
      const opened = await connection.resultOf(openChatRoom, place);
      const roomId = opened?.room.id ?? '';
      const page = await connection.resultOf(getChatPosts, { roomId, order: 'newest' });
      found.push(
        page?.messages.toReversed().map(({ seq, text, upload }) => ({
          text,
          replies: page.replies[seq] ?? 0,
          likes: page.likes?.[seq]?.likes ?? 0,
          picture: upload?.name,
        })),
      );
    }
    return found;
  };
  const likes = async () => {
    const mediaBoardId = 'nightfall';
    const board = await connection.resultOf(openMediaBoard, { mediaBoardId });
    return Object.fromEntries(Object.entries(board?.counts ?? {}).map(([id, count]) => [id, count.likes]));
  };
  return { places, likes };
}

test('WALL-01dm WALL-02dm BOARD-03dm BOARD-08ps the demo begins with posts, pictures, replies and likes, and does not write them again', async () => {
  const { places, likes } = await readPosts(url);
  // The likes of cards come last.
  await expect.poll(likes, { timeout: 60_000 }).toEqual(cardLikes);
  const expected = demoPlaces.map(({ threads }) =>
    threads.map(([post, ...replies]) => ({
      text: post.text,
      replies: replies.length,
      likes: post.likes ?? 0,
      picture: post.picture?.name,
    })),
  );
  expect(await places()).toEqual(expected);
  await addDemoPosts({ url, adminKey: (await readFile(join(folder, 'data', 'admin-key'), 'utf8')).trim() });
  expect(await places()).toEqual(expected);
  expect(await likes()).toEqual(cardLikes);
});

test('a demo that is stopped while it writes its posts ends without an error', async () => {
  const other = await start({ DATA_DIR: join(folder, 'stopped') });
  const { places } = await readPosts(printedUrl());
  await expect.poll(async () => (await places())[0]?.length).toBeGreaterThan(0);
  await stop(other);
  expect(output.split('Press Ctrl-C to stop it.')[1]?.trim()).toBe('');
  // As long as a hook: it loads a whole demo.
}, 120_000);

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

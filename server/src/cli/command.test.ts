import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { runCommand } from './command.ts';
import { startFoyer, testAdminKey } from '#testing/foyer';

async function run(words: readonly string[], env: Record<string, string | undefined> = {}) {
  const printed: string[] = [];
  const errors: string[] = [];
  const exit = await runCommand(words, {
    env,
    print: (line) => void printed.push(line),
    printError: (line) => void errors.push(line),
  });
  return { exit, printed, errors };
}

test('config check prints the configuration without secrets and exits with 0', async () => {
  const { exit, printed } = await run(['config', 'check'], { PORT: '4711', ADMIN_KEY: testAdminKey });
  expect(exit).toBe(0);
  expect(printed[0]).toMatch(
    /^# Read from the environment of this command\. A running server may have other/,
  );
  expect(printed).toContain('PORT=4711');
  expect(printed).toContain('ADMIN_KEY=(set)');
  expect(printed.join()).not.toContain(testAdminKey);
});

test('config check prints one line per error and exits with 78', async () => {
  const { exit, errors } = await run(['config', 'check'], { PORT: 'x', LOG_LEVEL: 'y' });
  expect(exit).toBe(78);
  expect(errors.join('\n').split('\n')).toHaveLength(2);
});

test('stage-link prints a link that opens the stage', async () => {
  const foyer = await startFoyer();
  const { exit, printed } = await run(['stage-link', '--url', `${foyer.url}/`], { ADMIN_KEY: testAdminKey });
  expect(exit).toBe(0);
  const opened = await foyer.fetch('/stage-link', {
    method: 'POST',
    headers: { origin: foyer.url },
    body: new URLSearchParams({ code: new URL(printed[0] ?? '').searchParams.get('code') ?? '' }),
  });
  expect(opened.status).toBe(303);
});

test('a command finds the server by PORT and the key in the data folder', async () => {
  const foyer = await startFoyer({ env: { ADMIN_KEY: '' } });
  const env = { PORT: String(foyer.running.listener.port), DATA_DIR: foyer.dataDir };
  expect((await run(['stage-link'], env)).exit).toBe(0);
  expect((await run(['stage-link'], { ...env, HOST: '0.0.0.0' })).exit).toBe(0);
});

test('a failed request exits with 1 and the server’s message', async () => {
  const foyer = await startFoyer();
  const { exit, errors } = await run(['stage-link', '--url', foyer.url], {
    ADMIN_KEY: 'another-key-of-over-24-characters',
  });
  expect(exit).toBe(1);
  expect(errors[0]).toMatch(/^The key in the Authorization header is invalid\. \(401, request \w+-\w+\)$/);
});

test('an unreachable server exits with 1 and its URL', async () => {
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address() as AddressInfo;
  closed.close();
  await once(closed, 'close');
  const { exit, errors } = await run(['stage-link', '--url', `http://127.0.0.1:${port}`], {
    ADMIN_KEY: testAdminKey,
  });
  expect(exit).toBe(1);
  expect(errors[0]).toContain(`http://127.0.0.1:${port} does not respond`);
});

test('a missing key exits with 78 and a message with the searched locations', async () => {
  const { exit, errors } = await run(['stage-link'], { DATA_DIR: '/nowhere' });
  expect(exit).toBe(78);
  expect(errors[0]).toMatch(/^ADMIN_KEY is not set and \/nowhere\/admin-key cannot be read/);
});

test.each([
  [['dance']],
  [['config']],
  [['config', 'change']],
  [['stage-link', '--wrong', 'x']],
  [['stage-link', 'x']],
])('wrong usage exits with 64 and prints the usage: %j', async (words) => {
  const { exit, errors } = await run(words);
  expect(exit).toBe(64);
  expect(errors.join('\n')).toContain('Usage: npm run foyer -- COMMAND');
});

test.each([[[]], [['help']], [['--help']], [['-h']], [['venue', 'publish', '--help']]])(
  'help is printed for %j',
  async (words) => {
    const { exit, printed } = await run(words);
    expect(exit).toBe(0);
    for (const command of ['config check', 'stage-link', 'venue publish', 'backup FILE', 'restore FILE']) {
      expect(printed.join('\n')).toContain(command);
    }
  },
);

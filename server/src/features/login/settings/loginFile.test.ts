import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getLoginOptions } from '@foyer/contract';
import { expect, onTestFinished, test } from 'vitest';
import { runCommand } from '../../../cli/command.ts';
import { configErrorExitCode } from '#platform/config/config';
import { testDatabase } from '#testing/database';
import { startFoyer } from '#testing/foyer';

const password = { type: 'password' };
const cvent = { type: 'cvent', baseUrl: 'https://api.example.com/ea', clientId: 'id', clientSecret: 'hush' };
const bizzabo = { type: 'bizzabo', baseUrl: 'https://api.example.com/v1', eventId: 1, apiKey: 'hush' };

async function folder(files: Readonly<Record<string, string>>): Promise<string> {
  const database = await testDatabase('sqlite');
  onTestFinished(() => database.remove());
  for (const [name, content] of Object.entries(files)) await writeFile(join(database.dataDir, name), content);
  return database.dataDir;
}

/** Runs `config check` on a data folder with these files. */
async function check(files: Readonly<Record<string, string>>, env: Record<string, string> = {}) {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const DATA_DIR = await folder(files);
  const code = await runCommand(['config', 'check'], { env: { DATA_DIR, ...env }, print, printError: print });
  return { code, lines, DATA_DIR };
}

test.each([
  [{ providers: [] }, 'providers: expected at least 1'],
  [
    { providers: [{ type: 'pasword' }] },
    'providers[0].type: expected one of anonymous, password, oidc, saml, cvent, bizzabo',
  ],
  [
    { providers: [password, password] },
    'providers[1]: duplicate provider "password"; expected each only once',
  ],
  [
    { providers: [{ ...password, colour: 'red' }] },
    'providers[0]: colour is not a known setting (misspelt?)',
  ],
  [
    { providers: [{ ...cvent, clientSecret: '' }] },
    'providers[0].clientSecret: expected at least 1 character',
  ],
  [
    { providers: [{ ...cvent, baseUrl: 'http://api.example.com/ea' }] },
    'providers[0].baseUrl: expected an https URL',
  ],
  [
    { providers: [{ ...cvent, baseUrl: 'https://a:b@api.example.com' }] },
    'providers[0].baseUrl: expected an https URL',
  ],
  [{ providers: [{ ...bizzabo, eventId: '1' }] }, 'providers[0].eventId: '],
  [
    { providers: [{ ...bizzabo, apiKey: undefined }] },
    'providers[0]: expected either apiKey (or apiKeyFile) or client',
  ],
  [
    { providers: [{ ...bizzabo, apiKey: undefined, apiKeyFile: 'none' }] },
    'providers[0].apiKeyFile: "none" cannot be read (ENOENT)',
  ],
  [{ providers: [{ ...bizzabo, apiKeyFile: 'none' }] }, 'providers[0].apiKeyFile: apiKey is set too'],
  [{ providers: [password], tellUnknownUsers: 'yes' }, 'tellUnknownUsers: '],
  [
    { providers: [password], registration: { allowedDomains: ['@example.com'] } },
    'registration.allowedDomains[0]: ',
  ],
  [{ providers: [password], provider: [] }, 'the file: provider is not a known setting (misspelt?)'],
  [[], 'the file: '],
])('an error in the login file is reported in one line with its path: %j', async (content, expected) => {
  const { code, lines, DATA_DIR } = await check({ 'login.json': JSON.stringify(content) });
  expect(code).toBe(configErrorExitCode);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(`The login file ${JSON.stringify(join(DATA_DIR, 'login.json'))}: ${expected}`);
  expect(lines[0]).not.toContain('hush');
});

test('a server with an invalid login file does not start', async () => {
  await expect(startFoyer({ login: { providers: [{ type: 'pasword' }] } })).rejects.toThrow(
    'providers[0].type: ',
  );
});

test.each([
  ['{"providers": [{"clientSecret": hush}]}', 'line 1 column 33'],
  ['{\n  "providers": [\n    "hush",\n  ]\n}', 'line 4 column 3'],
  ['{\n  "providers": [],\n}', 'line 3 column 1'],
  ['{\n  "providers": ["hush"', 'line 2 column 23'],
  ['hush', 'line 1 column 1'],
  ['', 'line 1 column 1'],
])(
  'a login file with a syntax error is reported with the position and without its content: %j',
  async (text, position) => {
    const { code, lines } = await check({ 'login.json': text });
    expect([code, lines.length]).toEqual([configErrorExitCode, 1]);
    expect(lines[0]).toContain(`login.json": is not valid JSON at ${position}`);
    expect(lines[0]).not.toContain('hush');
  },
);

test('a missing file in LOGIN_FILE is reported with the name of the variable', async () => {
  const { code, lines } = await check({}, { LOGIN_FILE: '/nowhere/login.json' });
  expect([code, lines]).toEqual([
    configErrorExitCode,
    ['LOGIN_FILE is "/nowhere/login.json", which cannot be read (ENOENT); expected a readable JSON file'],
  ]);
});

test('config check prints the login options without secrets, which can be in separate files', async () => {
  const { clientSecret: _inline, ...fromFile } = cvent;
  const providers = [password, { ...fromFile, clientSecretFile: 'cvent-secret' }, bizzabo];
  const { code, lines } = await check({
    'login.json': JSON.stringify({ providers, registration: { allowedDomains: ['example.com'] } }),
    'cvent-secret': 'hush\n',
  });
  expect(code).toBe(0);
  expect(lines.filter((line) => line.startsWith('login '))).toEqual([
    'login password',
    'login cvent baseUrl="https://api.example.com/ea" clientId="id" clientSecret=(set)',
    'login bizzabo eventId=1 baseUrl="https://api.example.com/v1" apiKey=(set) numberField="id"',
    'login registration=example.com',
    'login tellUnknownUsers=false ticketGuesses=300',
  ]);
  expect(lines.join('\n')).not.toContain('hush');
});

test('LOGIN_FILE can be in any folder', async () => {
  const elsewhere = await folder({ 'options.json': JSON.stringify({ providers: [password] }) });
  const foyer = await startFoyer({ env: { LOGIN_FILE: join(elsewhere, 'options.json') } });
  const options = await foyer.must(getLoginOptions, {}, { as: 'anonymous' });
  expect(options.map(({ loginProvider }) => loginProvider)).toEqual(['FIREBASE']);
});

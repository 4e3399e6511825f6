/** Reads the login file once, at the start. */
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import * as z from 'zod';
import { ConfigFault, type Config } from '#platform/config/config';
import { defaultSettings, loginSettings, providerTypes, type LoginSettings } from './loginSettings.ts';

/** The secrets that may stand in a file of their own. */
const secretNames = new Set(['clientSecret', 'apiKey', 'idpCertificate', 'privateKey', 'certificate']);
const faultsShown = 10;

/** The settings, or the default ones where there is no file. Throws a `ConfigFault`: a line for each fault, with its path. */
export function readLoginFile(config: Pick<Config, 'dataDir' | 'loginFile'>): LoginSettings {
  const file = config.loginFile ?? join(config.dataDir, 'login.json');
  const text = readText(file, config.loginFile === undefined);
  if (text === undefined) return defaultSettings;
  const name = `${config.loginFile === undefined ? 'The login file' : 'LOGIN_FILE'} ${JSON.stringify(file)}`;
  const faults: string[] = [];
  const content = withSecrets(parse(text, name), { folder: dirname(file), path: '', faults });
  const checked = faults.length === 0 ? z.safeParse(loginSettings, content) : undefined;
  if (checked?.success) return checked.data;
  for (const issue of checked?.error.issues ?? []) faults.push(`${pathOf(issue.path)}: ${describe(issue)}`);
  throw new ConfigFault(
    faults
      .slice(0, faultsShown)
      .map((fault) => `${name}: ${fault}`)
      .join('\n'),
  );
}

function readText(file: string, optional: boolean): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const code = String((cause as NodeJS.ErrnoException).code);
    if (optional && code === 'ENOENT') return undefined;
    throw new ConfigFault(
      `LOGIN_FILE is ${JSON.stringify(file)}, which cannot be read (${code}); expected a readable JSON file`,
      { cause },
    );
  }
}

function parse(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    // The parser quotes what it read, which may be a secret: the place alone is told.
    const before = text.slice(0, placeOfFault(text, (cause as Error).message)).split('\n');
    const place = `line ${before.length} column ${(before.at(-1)?.length ?? 0) + 1}`;
    throw new ConfigFault(`${name}: is not JSON from ${place} on`, { cause });
  }
}

/** Where a text ceases to be JSON. The parser says it of some faults alone. */
function placeOfFault(text: string, message: string): number {
  const told = / at position (\d+)/.exec(message)?.[1];
  if (told !== undefined) return Number(told);
  if (!isUnexpected(message)) return text.length;
  // What is cut off before the fault lacks its end, and no more.
  let [from, to] = [0, text.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (isUnexpected(faultOf(text.slice(0, middle + 1)))) to = middle;
    else from = middle + 1;
  }
  return from;
}

const isUnexpected = (message: string): boolean => message.startsWith('Unexpected token');

function faultOf(text: string): string {
  try {
    JSON.parse(text);
    return '';
  } catch (fault) {
    return (fault as Error).message;
  }
}

/** A copy in which `clientSecretFile` and its like have become `clientSecret`, read from the file. */
function withSecrets(value: unknown, at: { folder: string; path: string; faults: string[] }): unknown {
  if (Array.isArray(value))
    return value.map((item, index) => withSecrets(item, { ...at, path: `${at.path}[${index}]` }));
  if (typeof value !== 'object' || value === null) return value;
  const copy: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    const path = at.path === '' ? key : `${at.path}.${key}`;
    const name = key.endsWith('File') ? key.slice(0, -4) : '';
    if (!secretNames.has(name)) {
      copy[key] = withSecrets(member, { ...at, path });
    } else if (Object.hasOwn(value, name)) {
      at.faults.push(`${path}: ${name} is there as well; expected one of them`);
    } else {
      copy[name] = readSecret(member, { ...at, path });
    }
  }
  return copy;
}

function readSecret(
  file: unknown,
  at: { folder: string; path: string; faults: string[] },
): string | undefined {
  if (typeof file !== 'string') {
    at.faults.push(`${at.path}: expected the path of a file`);
    return undefined;
  }
  try {
    return readFileSync(resolve(at.folder, file), 'utf8').replace(/\r?\n$/, '');
  } catch (fault) {
    const { code } = fault as NodeJS.ErrnoException;
    at.faults.push(`${at.path}: ${JSON.stringify(file)} cannot be read (${code}); expected a readable file`);
    return undefined;
  }
}

const pathOf = (path: readonly PropertyKey[]): string =>
  path
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index ? '.' : ''}${String(step)}`))
    .join('') || 'the file';

/** In words of ours where the library's speak of its own things. */
function describe(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys')
    return `${issue.keys.slice(0, 3).join(', ')} is no setting here (misspelt?)`;
  if (issue.code === 'invalid_union' && issue.path.at(-1) === 'type')
    return `expected one of ${providerTypes.join(', ')}`;
  if (issue.code === 'too_small' && issue.origin === 'array') return `expected at least ${issue.minimum}`;
  if (issue.code === 'too_small' && issue.origin === 'string')
    return `expected at least ${issue.minimum} character${issue.minimum === 1 ? '' : 's'}`;
  return issue.message.replace(/^Invalid input: /, '').slice(0, 300);
}

/** What the login file comes to, as lines for `config check`; secrets are left out. */
export function describeLogin(settings: LoginSettings): string[] {
  const { providers, registration, tellUnknownUsers, ticketGuesses, demo } = settings;
  const domains = registration?.allowedDomains.join(', ');
  return [
    ...providers.map((provider) => `login ${describeProvider(provider)}`),
    `login registration=${registration === undefined ? '(off)' : domains || '(any domain)'}`,
    `login tellUnknownUsers=${tellUnknownUsers} ticketGuesses=${ticketGuesses}`,
    ...(demo === undefined ? [] : ['login demo accounts and tickets are shown on the login screen']),
  ];
}

function describeProvider(provider: LoginSettings['providers'][number]): string {
  const shown = Object.entries(provider).flatMap(([key, value]) => {
    if (key === 'type' || key === 'patience' || value === undefined) return [];
    if (secretNames.has(key)) return [`${key}=(set)`];
    return [`${key}=${typeof value === 'object' ? describeNested(value) : JSON.stringify(value)}`];
  });
  return [provider.type, ...shown].join(' ');
}

const describeNested = (value: object): string =>
  JSON.stringify(value, (key, member: unknown) => (secretNames.has(key) ? '(set)' : member));

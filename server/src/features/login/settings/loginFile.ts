/** Reads the login file once, when the server starts. */
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import * as z from 'zod';
import { ConfigError, type Config } from '#platform/config/config';
import { defaultSettings, loginSettings, providerTypes, type LoginSettings } from './loginSettings.ts';

/** Settings that can be read from a separate file: `clientSecretFile` is the path of the file with the `clientSecret`. */
const secretNames = new Set(['clientSecret', 'apiKey', 'idpCertificate', 'privateKey', 'certificate']);
const maxErrorsShown = 10;

/** Returns the settings, or the defaults if there is no file. Throws a `ConfigError` with one line, including the path, per error. */
export function readLoginFile(config: Pick<Config, 'dataDir' | 'loginFile'>): LoginSettings {
  const file = config.loginFile ?? join(config.dataDir, 'login.json');
  const text = readText(file, config.loginFile === undefined);
  if (text === undefined) return defaultSettings;
  const name = `${config.loginFile === undefined ? 'The login file' : 'LOGIN_FILE'} ${JSON.stringify(file)}`;
  const errors: string[] = [];
  const content = resolveSecretFiles(parseJson(text, name), { folder: dirname(file), path: '', errors });
  const checked = errors.length === 0 ? z.safeParse(loginSettings, content) : undefined;
  if (checked?.success) return checked.data;
  for (const issue of checked?.error.issues ?? [])
    errors.push(`${formatPath(issue.path)}: ${describeIssue(issue)}`);
  throw new ConfigError(
    errors
      .slice(0, maxErrorsShown)
      .map((error) => `${name}: ${error}`)
      .join('\n'),
  );
}

function readText(file: string, optional: boolean): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const code = String((cause as NodeJS.ErrnoException).code);
    if (optional && code === 'ENOENT') return undefined;
    throw new ConfigError(
      `LOGIN_FILE is ${JSON.stringify(file)}, which cannot be read (${code}); expected a readable JSON file`,
      { cause },
    );
  }
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    // The parser's message quotes the text, which may contain a secret: the error has only the position.
    const before = text.slice(0, syntaxErrorOffset(text, (cause as Error).message)).split('\n');
    const position = `line ${before.length} column ${(before.at(-1)?.length ?? 0) + 1}`;
    throw new ConfigError(`${name}: is not valid JSON at ${position}`, { cause });
  }
}

/** The offset of the first syntax error. The parser's message has it only for some errors. */
function syntaxErrorOffset(text: string, message: string): number {
  const position = / at position (\d+)/.exec(message)?.[1];
  if (position !== undefined) return Number(position);
  if (!isUnexpected(message)) return text.length;
  // Binary search: a text that is cut before the error only has an unexpected end.
  let [from, to] = [0, text.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (isUnexpected(parseErrorMessage(text.slice(0, middle + 1)))) to = middle;
    else from = middle + 1;
  }
  return from;
}

const isUnexpected = (message: string): boolean => message.startsWith('Unexpected token');

function parseErrorMessage(text: string): string {
  try {
    JSON.parse(text);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

/** Returns a copy in which `clientSecretFile` etc. are replaced by `clientSecret` with the content of the file. */
function resolveSecretFiles(value: unknown, at: { folder: string; path: string; errors: string[] }): unknown {
  if (Array.isArray(value))
    return value.map((item, index) => resolveSecretFiles(item, { ...at, path: `${at.path}[${index}]` }));
  if (typeof value !== 'object' || value === null) return value;
  const copy: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    const path = at.path === '' ? key : `${at.path}.${key}`;
    const name = key.endsWith('File') ? key.slice(0, -4) : '';
    if (!secretNames.has(name)) {
      copy[key] = resolveSecretFiles(member, { ...at, path });
    } else if (Object.hasOwn(value, name)) {
      at.errors.push(`${path}: ${name} is set too; expected only one of them`);
    } else {
      copy[name] = readSecret(member, { ...at, path });
    }
  }
  return copy;
}

function readSecret(
  file: unknown,
  at: { folder: string; path: string; errors: string[] },
): string | undefined {
  if (typeof file !== 'string') {
    at.errors.push(`${at.path}: expected the path of a file`);
    return undefined;
  }
  try {
    return readFileSync(resolve(at.folder, file), 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    at.errors.push(`${at.path}: ${JSON.stringify(file)} cannot be read (${code}); expected a readable file`);
    return undefined;
  }
}

const formatPath = (path: readonly PropertyKey[]): string =>
  path
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index ? '.' : ''}${String(step)}`))
    .join('') || 'the file';

/** Replaces messages of the validation library that use its own terms. */
function describeIssue(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys')
    return `${issue.keys.slice(0, 3).join(', ')} is not a known setting (misspelt?)`;
  if (issue.code === 'invalid_union' && issue.path.at(-1) === 'type')
    return `expected one of ${providerTypes.join(', ')}`;
  if (issue.code === 'too_small' && issue.origin === 'array') return `expected at least ${issue.minimum}`;
  if (issue.code === 'too_small' && issue.origin === 'string')
    return `expected at least ${issue.minimum} character${issue.minimum === 1 ? '' : 's'}`;
  return issue.message.replace(/^Invalid input: /, '').slice(0, 300);
}

/** The settings as lines for `config check`, without secrets. */
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

/** `user list`, `add`, `role`, `block`, `unblock` and `reset`. */
import { text } from 'node:stream/consumers';
import { locales, type AccountEntry } from '@foyer/contract';
import { CommandError, UsageError } from '../serverCommand.ts';
import { accountsOf, emailOf, roleOf, userIdOf, type UserRun } from './run.ts';

interface LinkResponse {
  readonly sent: boolean;
  readonly url?: string;
}

export async function list(run: UserRun): Promise<void> {
  let count = 0;
  for await (const account of accountsOf(run, run.args[0])) {
    run.print(lineOf(account));
    count += 1;
  }
  if (count === 0) run.print('No accounts found');
}

function lineOf(account: AccountEntry): string {
  const { userId, email, emailVerified, name, roles, blocked, pending, providers, lastLoginAt } = account;
  const names = roles.map((role) => role.replace('ROLE_', '').toLowerCase()).join(' ');
  const parts = [
    email,
    emailVerified ? '' : 'not verified',
    name,
    names,
    blocked ? 'blocked' : pending ? 'invited' : '',
    providers.join(' '),
    lastLoginAt === null ? 'never logged in' : `last login ${new Date(lastLoginAt).toISOString()}`,
    `id ${userId}`,
  ];
  return parts.filter((part) => part !== '').join('  ');
}

export async function add(run: UserRun): Promise<void> {
  const { name, role: roleWords = [], locale } = run.options;
  const email = emailOf(run);
  if (locale !== undefined && !locales.some((known) => known === locale))
    throw new UsageError(`Unknown locale: ${locale}; expected one such as en, de or ar`);
  const password = run.options['password-stdin'] === true ? await passwordFrom(process.stdin) : undefined;
  const { account, invitation } = await run.client.post<{ account: AccountEntry; invitation?: LinkResponse }>(
    '/admin/accounts',
    JSON.stringify({ email, name, locale, password, roles: roleWords.map(roleOf) }),
  );
  run.print(`Created the account ${account.email}`);
  if (invitation) printDelivery(run, invitation, 'The invitation was sent by email');
}

/** Reads the first line of standard input. A password in the arguments would be visible in the list of processes. */
async function passwordFrom(input: NodeJS.ReadableStream): Promise<string> {
  const [password = ''] = (await text(input)).split(/\r?\n/);
  if (password === '') throw new CommandError('Standard input contains no password');
  return password;
}

export async function role(run: UserRun): Promise<void> {
  const words = run.args.slice(1);
  if (words.length === 0) throw new UsageError('ROLE is missing');
  const roles = words.map(roleOf);
  const userId = await userIdOf(run);
  const account = await run.client.post<AccountEntry>(
    `/admin/accounts/${userId}/roles`,
    JSON.stringify({ roles }),
  );
  run.print(lineOf(account));
  if (!roles.includes('ROLE_ADMIN')) await warnIfNoAdministrator(run);
}

export const block = (run: UserRun): Promise<void> => setBlocked(run, true);
export const unblock = (run: UserRun): Promise<void> => setBlocked(run, false);

async function setBlocked(run: UserRun, blocked: boolean): Promise<void> {
  const userId = await userIdOf(run);
  const account = await run.client.post<AccountEntry>(
    `/admin/accounts/${userId}/blocked`,
    JSON.stringify({ blocked }),
  );
  run.print(`${account.email} is ${blocked ? 'blocked' : 'unblocked'}`);
  if (blocked && account.roles.includes('ROLE_ADMIN')) await warnIfNoAdministrator(run);
}

async function warnIfNoAdministrator(run: UserRun): Promise<void> {
  for await (const { roles, blocked, pending } of accountsOf(run))
    if (roles.includes('ROLE_ADMIN') && !blocked && !pending) return;
  run.print(
    'No administrator is left. Give an account the role admin, or restart the server to get a new link',
  );
}

export async function reset(run: UserRun): Promise<void> {
  const userId = await userIdOf(run);
  printDelivery(
    run,
    await run.client.post<LinkResponse>(`/admin/accounts/${userId}/reset`),
    'The link was sent by email',
  );
}

function printDelivery({ print }: UserRun, { sent, url }: LinkResponse, whenSent: string): void {
  print(sent ? whenSent : `This server cannot send email. Pass on this link, it works once: ${url ?? ''}`);
}

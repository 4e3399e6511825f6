/** `user list`, `add`, `role`, `block`, `unblock` and `reset`. */
import { text } from 'node:stream/consumers';
import { locales, type AccountEntry } from '@foyer/contract';
import { CommandFault, UsageFault } from '../serverCommand.ts';
import { accountsOf, emailOf, roleOf, userIdOf, type UserRun } from './run.ts';

interface LinkAnswer {
  readonly sent: boolean;
  readonly url?: string;
}

export async function list(run: UserRun): Promise<void> {
  let people = 0;
  for await (const account of accountsOf(run, run.args[0])) {
    run.print(lineOf(account));
    people += 1;
  }
  if (people === 0) run.print('There is nobody');
}

function lineOf(account: AccountEntry): string {
  const { userId, email, emailVerified, name, roles, blocked, pending, providers, lastLoginAt } = account;
  const names = roles.map((role) => role.replace('ROLE_', '').toLowerCase()).join(' ');
  const parts = [
    email,
    emailVerified ? '' : `not verified, id ${userId}`,
    name,
    names,
    blocked ? 'blocked' : pending ? 'invited' : '',
    providers.join(' '),
    lastLoginAt === null ? 'never logged in' : `last login ${new Date(lastLoginAt).toISOString()}`,
  ];
  return parts.filter((part) => part !== '').join('  ');
}

export async function add(run: UserRun): Promise<void> {
  const { name, role: roleWords = [], locale } = run.options;
  const email = emailOf(run);
  if (locale !== undefined && !locales.some((known) => known === locale))
    throw new UsageFault(`There is no language ${locale}; expected one such as en, de or ar`);
  const password = run.options['password-stdin'] === true ? await passwordFrom(process.stdin) : undefined;
  const { account, invitation } = await run.client.post<{ account: AccountEntry; invitation?: LinkAnswer }>(
    '/admin/accounts',
    JSON.stringify({ email, name, locale, password, roles: roleWords.map(roleOf) }),
  );
  run.print(`${account.email} has an account`);
  if (invitation) told(run, invitation, 'An invitation is on its way');
}

/** The first line: a password on the command line would stand in the list of processes. */
async function passwordFrom(input: NodeJS.ReadableStream): Promise<string> {
  const [password = ''] = (await text(input)).split(/\r?\n/);
  if (password === '') throw new CommandFault('There was no password on standard input');
  return password;
}

export async function role(run: UserRun): Promise<void> {
  const words = run.args.slice(1);
  if (words.length === 0) throw new UsageFault('ROLE is missing');
  const roles = words.map(roleOf);
  const userId = await userIdOf(run);
  const account = await run.client.post<AccountEntry>(
    `/admin/accounts/${userId}/roles`,
    JSON.stringify({ roles }),
  );
  run.print(lineOf(account));
  if (!roles.includes('ROLE_ADMIN')) await tellIfNobodyAdministers(run);
}

export const block = (run: UserRun): Promise<void> => setBlocked(run, true);
export const unblock = (run: UserRun): Promise<void> => setBlocked(run, false);

async function setBlocked(run: UserRun, blocked: boolean): Promise<void> {
  const userId = await userIdOf(run);
  const account = await run.client.post<AccountEntry>(
    `/admin/accounts/${userId}/blocked`,
    JSON.stringify({ blocked }),
  );
  run.print(`${account.email} is ${blocked ? 'blocked' : 'let in again'}`);
  if (blocked && account.roles.includes('ROLE_ADMIN')) await tellIfNobodyAdministers(run);
}

async function tellIfNobodyAdministers(run: UserRun): Promise<void> {
  for await (const { roles, blocked, pending } of accountsOf(run))
    if (roles.includes('ROLE_ADMIN') && !blocked && !pending) return;
  run.print(
    'Nobody administers this server now: give somebody the role admin, or start it again for a new link',
  );
}

export async function reset(run: UserRun): Promise<void> {
  const userId = await userIdOf(run);
  told(run, await run.client.post<LinkAnswer>(`/admin/accounts/${userId}/reset`), 'A mail is on its way');
}

function told({ print }: UserRun, { sent, url }: LinkAnswer, whenSent: string): void {
  print(sent ? whenSent : `This server sends no mails. Hand this link on, it works once: ${url ?? ''}`);
}

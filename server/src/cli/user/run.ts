/** Arguments and helpers of the user commands. */
import { roles, type AccountEntry, type listAccounts, type ResponseOf, type Role } from '@foyer/contract';
import { CommandError, UsageError, type OptionsOf, type ServerRun } from '../serverCommand.ts';

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
export const userOptions = {
  name: text,
  role: { ...text, multiple: true },
  locale: text,
  'password-stdin': flag,
  'no-mail': flag,
} as const;

export type UserRun = ServerRun<OptionsOf<typeof userOptions>>;

/** `host` or `ROLE_HOST`. */
export function roleOf(word: string): Role {
  const wanted = word.toUpperCase();
  const found = roles.find((role) => role === wanted || role === `ROLE_${wanted}`);
  if (found === undefined)
    throw new UsageError(`Unknown role: ${word}; expected attendee, host, designer or admin`);
  return found;
}

export const emailOf = ({ args }: UserRun): string => {
  const [email] = args;
  if (email === undefined) throw new UsageError('EMAIL is missing');
  return email;
};

const listedAtOnce = 500;

/** Iterates over accounts sorted by email, optionally filtered by a text. Pages are requested as they are read. */
export async function* accountsOf(
  { client }: Pick<UserRun, 'client'>,
  text?: string,
): AsyncGenerator<AccountEntry> {
  let cursor: string | undefined;
  for (;;) {
    const query = new URLSearchParams({ limit: String(listedAtOnce) });
    if (text !== undefined) query.set('q', text);
    if (cursor !== undefined) query.set('cursor', cursor);
    const { accounts, nextCursor } = await client.get<ResponseOf<typeof listAccounts>>(
      `/admin/accounts?${query.toString()}`,
    );
    yield* accounts;
    if (nextCursor === undefined) return;
    cursor = nextCursor;
  }
}

const idPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The id of the account with an email, ignoring case, or with an id. */
export async function userIdOf(run: UserRun): Promise<string> {
  const email = emailOf(run).trim();
  if (idPattern.test(email)) return email.toLowerCase();
  const same = (one: string, other: string) =>
    one.normalize('NFKC').toLowerCase() === other.normalize('NFKC').toLowerCase();
  const unverified: string[] = [];
  for await (const account of accountsOf(run, email)) {
    if (!same(account.email, email)) continue;
    if (account.emailVerified) return account.userId;
    unverified.push(account.userId);
  }
  if (unverified.length === 0) throw new CommandError(`No account found with the email ${email}`);
  throw new CommandError(
    `The email ${email} is not verified and may belong to someone else. Use the id of the account instead: ${unverified.join(', ')}`,
  );
}

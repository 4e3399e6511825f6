/** What every user command is given, and what they have in common. */
import { roles, type AccountEntry, type Role } from '@foyer/contract';
import { CommandFault, UsageFault, type OptionsOf, type ServerRun } from '../serverCommand.ts';

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
    throw new UsageFault(`There is no role ${word}; expected attendee, host, designer or admin`);
  return found;
}

export const emailOf = ({ args }: UserRun): string => {
  const [email] = args;
  if (email === undefined) throw new UsageFault('EMAIL is missing');
  return email;
};

const listedAtOnce = 500;

/** All accounts in order of their emails, those that contain a text where told; asked for as they are read. */
export async function* accountsOf(
  { client }: Pick<UserRun, 'client'>,
  text?: string,
): AsyncGenerator<AccountEntry> {
  let after: string | undefined;
  for (;;) {
    const query = new URLSearchParams({ limit: String(listedAtOnce) });
    if (text !== undefined) query.set('q', text);
    if (after !== undefined) query.set('after', after);
    const { accounts } = await client.get<{ accounts: AccountEntry[] }>(
      `/admin/accounts?${query.toString()}`,
    );
    yield* accounts;
    after = accounts.at(-1)?.email;
    if (accounts.length < listedAtOnce) return;
  }
}

/** The account of an email, whatever its case. */
export async function accountOf(run: UserRun): Promise<AccountEntry> {
  const email = emailOf(run);
  const same = (one: string, other: string) =>
    one.normalize('NFKC').toLowerCase() === other.normalize('NFKC').toLowerCase();
  for await (const account of accountsOf(run, email.trim()))
    if (same(account.email, email.trim())) return account;
  throw new CommandFault(`There is no account with the email ${email}`);
}

/** Creates the demo accounts and fills in their profiles. */
import { readFile } from 'node:fs/promises';
import type { Destination } from './load.ts';
import { demoAccounts, type DemoAccount } from './people.ts';

const jsonType = { 'content-type': 'application/json' };

type Call = Omit<RequestInit, 'headers'> & { readonly headers?: Readonly<Record<string, string>> };

/** Calls the live server with the administrator key or the given ID token. Throws if the response is an error. */
async function call(to: Destination, path: string, init: Call = {}): Promise<unknown> {
  const response = await fetch(`${to.url}/api${path}`, {
    ...init,
    headers: { authorization: `Bearer ${to.adminKey}`, ...init.headers },
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text.slice(0, 2_000)}`);
  return text === '' ? undefined : JSON.parse(text);
}

const post = (body: unknown, headers: Readonly<Record<string, string>> = {}): Call => ({
  method: 'POST',
  headers: { ...jsonType, ...headers },
  body: JSON.stringify(body),
});

/** Signs in, fills in the profile and signs out, because only users can change their own profile. */
async function fillIn(to: Destination, { email, password, profile, picture }: DemoAccount): Promise<void> {
  const { idToken } = (await call(to, '/session/sign-in', post({ email, password }))) as { idToken: string };
  const authorization = `Bearer ${idToken}`;
  const path = '/userProfile/architecture/nightfall/userProfile';
  await call(to, path, post({ attributes: profile }, { authorization }));
  if (picture !== undefined) {
    const body = new Uint8Array(await readFile(new URL(`assets/${picture}`, import.meta.url)));
    const headers = { 'content-type': 'image/webp', authorization };
    await call(to, '/userProfile/picture', { method: 'PUT', headers, body });
  }
  await call(to, '/session/sign-out', post({ everywhere: true }, { authorization }));
}

/**
 * Does not change existing accounts. Profiles are filled in only right after the demo venue was published, because
 * their fields belong to that venue.
 */
export async function addDemoPeople(to: Destination, isVenueNew: boolean): Promise<void> {
  const known = (await call(to, '/admin/accounts?q=nightfall.example&limit=500')) as {
    accounts: { email: string }[];
  };
  const emails = new Set(known.accounts.map(({ email }) => email));
  for (const user of demoAccounts) {
    const { email, password, name, company, title, roles } = user;
    if (emails.has(email)) continue;
    const account = { email, password, name, company, title, roles: ['ROLE_ATTENDEE', ...roles] };
    await call(to, '/admin/accounts', post(account));
    if (isVenueNew) await fillIn(to, user);
  }
}

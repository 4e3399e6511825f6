import { profileValueLength } from '@foyer/contract';
import type { ExternalPerson } from '#platform/identity';
import type { OidcSettings } from './oidcSettings.ts';
import { checkEmail } from '../redirect/email.ts';

type Claims = Readonly<Record<string, unknown>>;

/** The person that claims speak of; what the ID token leaves out is asked of `userInfo`. Throws a `RedirectLoginError`. */
export async function personFromClaims(
  settings: OidcSettings,
  idToken: Claims & { readonly sub: string },
  userInfo: () => Promise<Claims>,
): Promise<ExternalPerson> {
  const { claims: names, id, allowedDomains } = settings;
  const wanted = [names.email, names.name, names.company, names.title];
  const lacks = wanted.some((name) => name !== undefined && idToken[name] === undefined);
  const more = lacks || idToken['email_verified'] === undefined ? await userInfo() : {};
  const all: Claims = { ...more, ...idToken };
  const emailVerified = isVerified(emailVerifiedClaim(names.email, idToken, more), settings.trustEmail);
  const email = checkEmail(all[names.email], { verified: emailVerified, allowedDomains });
  const told = (name: string | undefined) => (name === undefined ? undefined : textOf(all[name]));
  return {
    provider: id,
    subject: idToken.sub,
    stableSubject: true,
    email,
    emailVerified,
    name: told(names.name) ?? fullName(all),
    company: told(names.company),
    title: told(names.title),
  };
}

/** Whether the provider calls this very email checked; undefined where it says nothing. */
function emailVerifiedClaim(name: string, idToken: Claims, more: Claims): unknown {
  // `email_verified` speaks of the claim `email` of the same answer, and of no other.
  if (name !== 'email') return undefined;
  const spoke = [idToken, more].filter((claims) => claims['email'] === (idToken['email'] ?? more['email']));
  return spoke.find((claims) => claims['email_verified'] !== undefined)?.['email_verified'];
}

/** Some providers write the word instead of the value. */
const isVerified = (said: unknown, trusted: boolean): boolean =>
  said === undefined ? trusted : said === true || said === 'true';

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, profileValueLength) : undefined;

const fullName = (claims: Claims): string | undefined =>
  textOf([textOf(claims['given_name']), textOf(claims['family_name'])].filter(Boolean).join(' '));

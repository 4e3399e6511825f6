import { profileValueLength } from '@foyer/contract';
import type { ExternalUser } from '#platform/identity';
import type { OidcSettings } from './oidcSettings.ts';
import { checkEmail } from '../redirect/checkEmail.ts';

type Claims = Readonly<Record<string, unknown>>;

/**
 * The user whom the claims describe. Calls `userInfo` for claims that the ID token does not have. Throws a
 * `RedirectLoginError` if there is no allowed email.
 */
export async function userFromClaims(
  settings: OidcSettings,
  idToken: Claims & { readonly sub: string },
  userInfo: () => Promise<Claims>,
): Promise<ExternalUser> {
  const { claims: names, id, allowedDomains } = settings;
  const requested = [names.email, names.name, names.company, names.title];
  const isIncomplete = requested.some((name) => name !== undefined && idToken[name] === undefined);
  const more = isIncomplete || idToken['email_verified'] === undefined ? await userInfo() : {};
  const all: Claims = { ...more, ...idToken };
  const emailVerified = isVerified(emailVerifiedClaim(names.email, idToken, more), settings.trustEmail);
  const email = checkEmail(all[names.email], { verified: emailVerified, allowedDomains });
  const claimText = (name: string | undefined) => (name === undefined ? undefined : textOf(all[name]));
  return {
    provider: id,
    subject: idToken.sub,
    stableSubject: true,
    email,
    emailVerified,
    name: claimText(names.name) ?? fullName(all),
    company: claimText(names.company),
    title: claimText(names.title),
  };
}

/** The claim `email_verified` that belongs to this email; undefined if there is none. */
function emailVerifiedClaim(name: string, idToken: Claims, more: Claims): unknown {
  // `email_verified` refers to the claim `email` of the same response, and to no other claim.
  if (name !== 'email') return undefined;
  const matching = [idToken, more].filter(
    (claims) => claims['email'] === (idToken['email'] ?? more['email']),
  );
  return matching.find((claims) => claims['email_verified'] !== undefined)?.['email_verified'];
}

/** Some providers send the string 'true'. */
const isVerified = (claim: unknown, isTrusted: boolean): boolean =>
  claim === undefined ? isTrusted : claim === true || claim === 'true';

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, profileValueLength) : undefined;

const fullName = (claims: Claims): string | undefined =>
  textOf([textOf(claims['given_name']), textOf(claims['family_name'])].filter(Boolean).join(' '));

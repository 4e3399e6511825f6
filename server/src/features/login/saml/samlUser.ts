import { profileValueLength } from '@foyer/contract';
import type { ExternalUser } from '#platform/identity';
import { checkEmail } from '../redirect/checkEmail.ts';
import type { Assertion } from './assertion.ts';
import type { SamlSettings } from './samlSettings.ts';
import { invalidResponse } from './plainXml.ts';

const nameIdFormats = (name: string) => new Set([`urn:oasis:names:tc:SAML:2.0:nameid-format:${name}`]);
const transientFormats = nameIdFormats('transient');
const emailFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';

/** Attribute names of common providers, used if the settings name none. */
const wellKnownAttributes = {
  email: [
    'email',
    'mail',
    'emailAddress',
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
    'urn:oid:0.9.2342.19200300.100.1.3',
  ],
  name: [
    'displayName',
    'name',
    'http://schemas.microsoft.com/identity/claims/displayname',
    'urn:oid:2.16.840.1.113730.3.1.241',
    'cn',
  ],
} as const;

/** The user whom an assertion describes. Throws a `RedirectLoginError` without a permanent subject or an allowed email. */
export function userFromAssertion(settings: SamlSettings, assertion: Assertion): ExternalUser {
  const { attributes: names, id, allowedDomains, trustEmail } = settings;
  const firstValue = (keys: readonly (string | undefined)[]): string | undefined => {
    for (const key of keys) {
      const value =
        key === undefined ? undefined : assertion.attributes.get(key)?.find((text) => text !== '');
      if (value !== undefined) return value.slice(0, profileValueLength);
    }
    return undefined;
  };
  const nameAsEmail = assertion.nameIdFormat === emailFormat ? assertion.nameId : undefined;
  const email =
    names.email === undefined
      ? (firstValue(wellKnownAttributes.email) ?? nameAsEmail)
      : firstValue([names.email]);
  return {
    provider: id,
    subject: subjectOf(settings, assertion),
    email: checkEmail(email, { verified: trustEmail, allowedDomains }),
    emailVerified: trustEmail,
    name: names.name === undefined ? firstValue(wellKnownAttributes.name) : firstValue([names.name]),
    company: firstValue([names.company]),
    title: firstValue([names.title]),
  };
}

function subjectOf(
  { subjectAttribute }: SamlSettings,
  { nameId, nameIdFormat, attributes }: Assertion,
): string {
  if (subjectAttribute === undefined && transientFormats.has(nameIdFormat))
    throw invalidResponse('the NameID is transient: set subjectAttribute');
  const subject = subjectAttribute === undefined ? nameId : (attributes.get(subjectAttribute)?.[0] ?? '');
  if (subject === '' || subject.length > profileValueLength)
    throw invalidResponse('the assertion has no valid subject');
  return subject;
}

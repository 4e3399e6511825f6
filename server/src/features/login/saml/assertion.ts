/** Reads an assertion whose signature was verified: for us, now, in answer to this request, and about whom. */
import { providerRoundTripMs } from '@foyer/contract';
import type { XmlElement } from './xmldom.ts';
import type { ServiceProvider } from './nodeSaml.ts';
import type { SamlSettings } from './samlSettings.ts';
import { refused } from './plainXml.ts';
import { allOf, isNamed, oneOf, textOf } from './xmlTree.ts';

/** How far the clocks of a provider and of this server may stand apart. */
const skewMs = 120_000;
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';

export interface Expected {
  readonly settings: SamlSettings;
  readonly service: ServiceProvider;
  /** The id of the request that this must answer. */
  readonly requestId: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export interface Assertion {
  readonly id: string;
  readonly nameId: string;
  /** '' where the provider does not say. */
  readonly nameIdFormat: string;
  /** Values by the name of their attribute. */
  readonly attributes: ReadonlyMap<string, readonly string[]>;
  /** After this it would be refused anyway. */
  readonly expiresAt: number;
}

/** Throws a `LoginFailure` where the assertion is not meant for this server, this request and this time. */
export function readAssertion(assertion: XmlElement, expected: Expected): Assertion {
  const { settings, now } = expected;
  if (!isNamed(assertion, 'assertion', 'Assertion') || assertion.getAttribute('Version') !== '2.0')
    throw refused('this is not a SAML 2.0 assertion');
  if (textOf(oneOf(assertion, 'assertion', 'Issuer')) !== settings.idpIssuer)
    throw refused('the assertion is of another provider');
  const issuedAt = timeOf(assertion, 'IssueInstant');
  if (issuedAt === undefined || issuedAt > now + skewMs || issuedAt < now - providerRoundTripMs - skewMs)
    throw refused('the assertion is too old, or from the future');
  checkConditions(oneOf(assertion, 'assertion', 'Conditions'), expected);
  checkLogins(allOf(assertion, 'assertion', 'AuthnStatement'), now);
  const subject = oneOf(assertion, 'assertion', 'Subject');
  const confirmations = allOf(subject, 'assertion', 'SubjectConfirmation');
  if (!confirmations.some((confirmation) => confirms(confirmation, expected)))
    throw refused('the assertion is for another address, request or time');
  const nameId = oneOf(subject, 'assertion', 'NameID');
  return {
    id: assertion.getAttribute('ID'),
    nameId: textOf(nameId),
    nameIdFormat: nameId.getAttribute('Format'),
    attributes: attributesOf(assertion),
    expiresAt: issuedAt + providerRoundTripMs + 2 * skewMs,
  };
}

function checkConditions(conditions: XmlElement, { service, now }: Expected): void {
  if (!isCurrent(conditions, now)) throw refused('the assertion has expired, or is not valid yet');
  const restrictions = allOf(conditions, 'assertion', 'AudienceRestriction');
  const isForUs = (restriction: XmlElement) =>
    allOf(restriction, 'assertion', 'Audience').some((audience) => textOf(audience) === service.entityId);
  if (restrictions.length === 0 || !restrictions.every(isForUs))
    throw refused('the assertion is for another audience');
}

function checkLogins(statements: readonly XmlElement[], now: number): void {
  if (statements.length === 0) throw refused('the assertion tells of no login');
  for (const statement of statements) {
    const ends = timeOf(statement, 'SessionNotOnOrAfter');
    if (ends !== undefined && ends <= now - skewMs) throw refused('the session at the provider has ended');
  }
}

/** Whoever bears the assertion is its subject, but at our address, with our request, and in time. */
function confirms(confirmation: XmlElement, { service, requestId, now }: Expected): boolean {
  if (confirmation.getAttribute('Method') !== bearer) return false;
  const [data, ...more] = allOf(confirmation, 'assertion', 'SubjectConfirmationData');
  if (data === undefined || more.length > 0) return false;
  return (
    data.getAttribute('Recipient') === service.acsUrl &&
    data.getAttribute('InResponseTo') === requestId &&
    data.hasAttribute('NotOnOrAfter') &&
    isCurrent(data, now)
  );
}

function isCurrent(element: XmlElement, now: number): boolean {
  const from = timeOf(element, 'NotBefore');
  const until = timeOf(element, 'NotOnOrAfter');
  return (from === undefined || from <= now + skewMs) && (until === undefined || until > now - skewMs);
}

/** Milliseconds since 1970; undefined where the attribute is not there. SAML knows UTC alone. */
function timeOf(element: XmlElement, name: string): number | undefined {
  if (!element.hasAttribute(name)) return undefined;
  const text = element.getAttribute(name);
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw refused('a time is none');
  return time;
}

function attributesOf(assertion: XmlElement): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const statement of allOf(assertion, 'assertion', 'AttributeStatement')) {
    for (const attribute of allOf(statement, 'assertion', 'Attribute')) {
      const name = attribute.getAttribute('Name');
      if (found.has(name)) throw refused('an attribute is there twice');
      found.set(name, allOf(attribute, 'assertion', 'AttributeValue').flatMap(plainText));
    }
  }
  return found;
}

/** A value may be a structure of its own: such a one tells us nothing. */
const plainText = (value: XmlElement): string[] => {
  for (let node = value.firstChild; node !== null; node = node.nextSibling)
    if (node.nodeType === 1) return [];
  return [textOf(value)];
};

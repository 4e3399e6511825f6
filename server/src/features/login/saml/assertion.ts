/** Reads an assertion whose signature was verified: checks its audience, request and times, and returns its subject. */
import { providerRoundTripMs } from '@foyer/contract';
import type { XmlElement } from './xmldom.ts';
import type { ServiceProvider } from './nodeSaml.ts';
import type { SamlSettings } from './samlSettings.ts';
import { clockSkewMs } from '../redirect/clockSkew.ts';
import { invalidResponse } from './plainXml.ts';
import { childrenNamed, isNamed, childNamed, textOf } from './xmlTree.ts';

const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';

export interface ExpectedResponse {
  readonly settings: SamlSettings;
  readonly service: ServiceProvider;
  /** The id of the request that the assertion must refer to. */
  readonly requestId: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export interface Assertion {
  readonly id: string;
  readonly nameId: string;
  /** '' if the provider does not send it. */
  readonly nameIdFormat: string;
  /** Values by attribute name. */
  readonly attributes: ReadonlyMap<string, readonly string[]>;
  /** When the assertion has certainly expired, in milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Throws a `RedirectLoginError` if the assertion is not for this server, this request and the current time. */
export function readAssertion(assertion: XmlElement, expected: ExpectedResponse): Assertion {
  const { settings, now } = expected;
  if (!isNamed(assertion, 'assertion', 'Assertion') || assertion.getAttribute('Version') !== '2.0')
    throw invalidResponse('not a SAML 2.0 assertion');
  if (textOf(childNamed(assertion, 'assertion', 'Issuer')) !== settings.idpIssuer)
    throw invalidResponse('the assertion was issued by another provider');
  const issuedAt = readTime(assertion, 'IssueInstant');
  if (
    issuedAt === undefined ||
    issuedAt > now + clockSkewMs ||
    issuedAt < now - providerRoundTripMs - clockSkewMs
  )
    throw invalidResponse('the assertion is too old or was issued in the future');
  checkConditions(childNamed(assertion, 'assertion', 'Conditions'), expected);
  checkAuthnStatements(childrenNamed(assertion, 'assertion', 'AuthnStatement'), now);
  const subject = childNamed(assertion, 'assertion', 'Subject');
  const confirmations = childrenNamed(subject, 'assertion', 'SubjectConfirmation');
  if (!confirmations.some((confirmation) => confirms(confirmation, expected)))
    throw invalidResponse('the assertion is for another recipient, request or time');
  const nameId = childNamed(subject, 'assertion', 'NameID');
  return {
    id: assertion.getAttribute('ID'),
    nameId: textOf(nameId),
    nameIdFormat: nameId.getAttribute('Format'),
    attributes: readAttributes(assertion),
    expiresAt: issuedAt + providerRoundTripMs + 2 * clockSkewMs,
  };
}

function checkConditions(conditions: XmlElement, { service, now }: ExpectedResponse): void {
  if (!isCurrent(conditions, now)) throw invalidResponse('the assertion has expired or is not valid yet');
  const restrictions = childrenNamed(conditions, 'assertion', 'AudienceRestriction');
  const isForUs = (restriction: XmlElement) =>
    childrenNamed(restriction, 'assertion', 'Audience').some(
      (audience) => textOf(audience) === service.entityId,
    );
  if (restrictions.length === 0 || !restrictions.every(isForUs))
    throw invalidResponse('the assertion is for another audience');
}

function checkAuthnStatements(statements: readonly XmlElement[], now: number): void {
  if (statements.length === 0) throw invalidResponse('the assertion has no AuthnStatement');
  for (const statement of statements) {
    const endsAt = readTime(statement, 'SessionNotOnOrAfter');
    if (endsAt !== undefined && endsAt <= now - clockSkewMs)
      throw invalidResponse('the session at the provider has ended');
  }
}

/** Whether a bearer confirmation is for this server's URL and this request, and has not expired. */
function confirms(confirmation: XmlElement, { service, requestId, now }: ExpectedResponse): boolean {
  if (confirmation.getAttribute('Method') !== bearer) return false;
  const [data, ...more] = childrenNamed(confirmation, 'assertion', 'SubjectConfirmationData');
  if (data === undefined || more.length > 0) return false;
  return (
    data.getAttribute('Recipient') === service.acsUrl &&
    data.getAttribute('InResponseTo') === requestId &&
    data.hasAttribute('NotOnOrAfter') &&
    isCurrent(data, now)
  );
}

function isCurrent(element: XmlElement, now: number): boolean {
  const from = readTime(element, 'NotBefore');
  const until = readTime(element, 'NotOnOrAfter');
  return (
    (from === undefined || from <= now + clockSkewMs) && (until === undefined || until > now - clockSkewMs)
  );
}

/** Milliseconds since 1970; undefined without the attribute. SAML times are always in UTC. */
function readTime(element: XmlElement, name: string): number | undefined {
  if (!element.hasAttribute(name)) return undefined;
  const text = element.getAttribute(name);
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw invalidResponse('a time is invalid');
  return time;
}

function readAttributes(assertion: XmlElement): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const statement of childrenNamed(assertion, 'assertion', 'AttributeStatement')) {
    for (const attribute of childrenNamed(statement, 'assertion', 'Attribute')) {
      const name = attribute.getAttribute('Name');
      if (found.has(name)) throw invalidResponse('an attribute occurs twice');
      found.set(name, childrenNamed(attribute, 'assertion', 'AttributeValue').flatMap(textValue));
    }
  }
  return found;
}

/** The text of a value. Values that contain elements are ignored. */
const textValue = (value: XmlElement): string[] => {
  for (let node = value.firstChild; node !== null; node = node.nextSibling)
    if (node.nodeType === 1) return [];
  return [textOf(value)];
};

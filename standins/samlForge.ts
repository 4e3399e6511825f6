/** Builds and signs SAML responses, valid and invalid ones. */
import { createRequire } from 'node:module';
import type { CertifiedKey } from './certificate.ts';

/** The used part of xml-crypto. Its own type definitions are not loaded, because they include those of the DOM. */
interface Signer {
  privateKey: string;
  signatureAlgorithm: string;
  canonicalizationAlgorithm: string;
  enableHMAC(): void;
  addReference(reference: object): void;
  computeSignature(xml: string, options: object): void;
  getSignedXml(): string;
}
const { SignedXml } = createRequire(import.meta.url)('xml-crypto') as {
  SignedXml: new (options: object) => Signer;
};

export const namespaces = {
  protocol: 'xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"',
  assertion: 'xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"',
  signature: 'xmlns="http://www.w3.org/2000/09/xmldsig#"',
} as const;

/** Recipient, issuer and time. */
export interface Addressed {
  readonly acsUrl: string;
  /** The audience. */
  readonly entityId: string;
  readonly issuer: string;
  readonly requestId: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Overrides of the parts of an assertion, as XML, attribute or text. */
export interface AssertionFields {
  readonly id?: string;
  readonly version?: string;
  readonly issueInstant?: string;
  readonly issuer?: string;
  readonly nameId?: string;
  readonly subject?: string;
  readonly confirmation?: string;
  readonly method?: string;
  /** Attributes of SubjectConfirmationData. */
  readonly data?: string;
  readonly conditions?: string;
  readonly window?: string;
  readonly audiences?: string;
  readonly statement?: string;
  readonly attributes?: string;
}

export const instant = (milliseconds: number): string => new Date(milliseconds).toISOString();
export const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
export const nameIdOf = (name: string, format = persistent): string =>
  `<saml:NameID Format="${format}">${name}</saml:NameID>`;
export const emailAttribute = (email: string): string =>
  `<saml:Attribute Name="email"><saml:AttributeValue>${email}</saml:AttributeValue></saml:Attribute>`;
export const audienceOf = (entityId: string): string =>
  `<saml:AudienceRestriction><saml:Audience>${entityId}</saml:Audience></saml:AudienceRestriction>`;

let made = 0;

export function assertionOf(to: Addressed, parts: AssertionFields = {}): string {
  const { now } = to;
  const { id = `_assertion-${now}-${++made}`, version = '2.0', issueInstant = instant(now) } = parts;
  const {
    window = `NotBefore="${instant(now - 60_000)}" NotOnOrAfter="${instant(now + 300_000)}"`,
    audiences = audienceOf(to.entityId),
    data = `Recipient="${to.acsUrl}" InResponseTo="${to.requestId}" NotOnOrAfter="${instant(now + 300_000)}"`,
    method = 'urn:oasis:names:tc:SAML:2.0:cm:bearer',
  } = parts;
  const {
    issuer = `<saml:Issuer>${to.issuer}</saml:Issuer>`,
    confirmation = `<saml:SubjectConfirmation Method="${method}"><saml:SubjectConfirmationData ${data}/></saml:SubjectConfirmation>`,
    nameId = nameIdOf('person-1'),
    conditions = `<saml:Conditions ${window}>${audiences}</saml:Conditions>`,
    statement = `<saml:AuthnStatement AuthnInstant="${instant(now)}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`,
    attributes = emailAttribute('noor@corp.example'),
  } = parts;
  const { subject = `<saml:Subject>${nameId}${confirmation}</saml:Subject>` } = parts;
  return `<saml:Assertion ${namespaces.assertion} ID="${id}" Version="${version}" IssueInstant="${issueInstant}">${issuer}${subject}${conditions}${statement}<saml:AttributeStatement>${attributes}</saml:AttributeStatement></saml:Assertion>`;
}

export interface ResponseFields {
  readonly id?: string;
  readonly version?: string;
  readonly issuer?: string;
  readonly status?: string;
  /** Complete attributes, '' for none. */
  readonly destination?: string;
  readonly inResponseTo?: string;
}

export const success = 'urn:oasis:names:tc:SAML:2.0:status:Success';
export const statusOf = (code: string): string =>
  `<samlp:Status><samlp:StatusCode Value="${code}"/></samlp:Status>`;

/** A response with `content`, which contains the assertion. */
export function responseOf(to: Addressed, content: string, parts: ResponseFields = {}): string {
  const { id = `_response-${to.now}-${++made}`, version = '2.0', status = statusOf(success) } = parts;
  const {
    issuer = `<saml:Issuer ${namespaces.assertion}>${to.issuer}</saml:Issuer>`,
    destination = `Destination="${to.acsUrl}"`,
    inResponseTo = `InResponseTo="${to.requestId}"`,
  } = parts;
  return `<samlp:Response ${namespaces.protocol} ID="${id}" Version="${version}" IssueInstant="${instant(to.now)}" ${destination} ${inResponseTo}>${issuer}${status}${content}</samlp:Response>`;
}

const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';

export interface SignOptions {
  readonly signature?: string;
  readonly digest?: string;
  readonly canonicalization?: string;
  readonly transforms?: readonly string[];
  /** Signs with HMAC-SHA1 and this secret instead of RSA. */
  readonly hmacSecret?: string;
  /** The parent of the signature; default: the signed element. */
  readonly into?: string;
  /** The certificate in KeyInfo. */
  readonly certificate?: string;
}

/** Signs the element with this local name; the signature follows its Issuer. */
export function signXml(
  xml: string,
  name: 'Assertion' | 'Response',
  key: CertifiedKey,
  options: SignOptions = {},
): string {
  const signer = new SignedXml(options.certificate === undefined ? {} : { publicCert: options.certificate });
  const { hmacSecret, into = `//*[local-name(.)='${name}']` } = options;
  signer.privateKey = hmacSecret ?? key.privateKey;
  signer.signatureAlgorithm = options.signature ?? 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
  signer.canonicalizationAlgorithm = options.canonicalization ?? exclusive;
  if (hmacSecret !== undefined) {
    signer.enableHMAC();
    signer.signatureAlgorithm = 'http://www.w3.org/2000/09/xmldsig#hmac-sha1';
  }
  signer.addReference({
    xpath: `//*[local-name(.)='${name}']`,
    transforms: options.transforms ?? [enveloped, exclusive],
    digestAlgorithm: options.digest ?? 'http://www.w3.org/2001/04/xmlenc#sha256',
  });
  const location = { reference: `${into}/*[local-name(.)='Issuer']`, action: 'after' };
  signer.computeSignature(xml, { location });
  return signer.getSignedXml();
}

/** The first element with this name in a document, with its tags. */
export function elementOf(xml: string, name: string): string {
  const from = xml.search(new RegExp(`<(\\w+:)?${name}[ >]`));
  const end = new RegExp(`</(\\w+:)?${name}>`).exec(xml.slice(from));
  if (from < 0 || end === null) throw new Error(`Element ${name} not found`);
  return xml.slice(from, from + end.index + end[0].length);
}

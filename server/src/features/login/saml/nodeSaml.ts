/** The one module that knows the SAML library: it verifies signatures, writes requests and metadata, and decides nothing else. */
import { SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import type { SamlSettings } from './samlSettings.ts';
import { invalidResponse } from './plainXml.ts';

/** This server, as an identity provider sees it. */
export interface ServiceProvider {
  readonly entityId: string;
  /** Where answers are posted to. */
  readonly acsUrl: string;
}

const createSaml = (
  settings: SamlSettings,
  service: ServiceProvider,
  more: { requestId?: string; signed?: { response: boolean; assertion: boolean } } = {},
): SAML => {
  const { requestId, signed } = more;
  return new SAML({
    issuer: service.entityId,
    audience: service.entityId,
    callbackUrl: service.acsUrl,
    entryPoint: settings.entryPoint,
    idpIssuer: settings.idpIssuer,
    idpCert: settings.idpCertificate,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    wantAuthnResponseSigned: signed?.response ?? false,
    wantAssertionsSigned: signed?.assertion ?? true,
    // Requests, their browser and times are checked by us, against the server's clock and storage.
    validateInResponseTo: ValidateInResponseTo.never,
    acceptedClockSkewMs: -1,
    disableRequestedAuthnContext: true,
    identifierFormat: settings.nameIdFormat ?? null,
    ...(requestId === undefined ? {} : { generateUniqueId: () => requestId }),
    ...(settings.privateKey === undefined ? {} : { privateKey: settings.privateKey }),
  });
};

/** The address that carries a request to the identity provider. */
export const buildRequestUrl = (
  settings: SamlSettings,
  service: ServiceProvider,
  { requestId, relayState }: { requestId: string; relayState: string },
): Promise<string> =>
  createSaml(settings, service, { requestId }).getAuthorizeUrlAsync(relayState, undefined, {});

export const buildMetadata = (settings: SamlSettings, service: ServiceProvider): string =>
  createSaml(settings, service, { requestId: '_metadata' }).generateServiceProviderMetadata(
    null,
    settings.certificate ?? null,
  );

/**
 * The assertion's XML exactly as a certificate of the settings has signed it. Throws a `RedirectLoginError` where one of the
 * signatures that are said to be there does not hold.
 */
export async function verifyAssertion(
  settings: SamlSettings,
  service: ServiceProvider,
  answer: { readonly xml: string; readonly signed: { response: boolean; assertion: boolean } },
): Promise<string> {
  const saml = createSaml(settings, service, { signed: answer.signed });
  try {
    const SAMLResponse = Buffer.from(answer.xml).toString('base64');
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse });
    const xml = profile?.getAssertionXml?.();
    if (xml !== undefined && xml !== '') return xml;
  } catch (fault) {
    throw invalidResponse(`not verified: ${fault instanceof Error ? fault.message.slice(0, 200) : ''}`);
  }
  throw invalidResponse('not verified');
}

/** The only use of the SAML library: it verifies signatures and writes requests and metadata. All other checks are our own. */
import { SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import type { SamlSettings } from './samlSettings.ts';
import { invalidResponse } from './plainXml.ts';

/** This server as a SAML service provider. */
export interface ServiceProvider {
  readonly entityId: string;
  /** The Assertion Consumer Service, to which responses are posted. */
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
    // The request, the browser and times are checked by our code, with the server's clock and storage.
    validateInResponseTo: ValidateInResponseTo.never,
    acceptedClockSkewMs: -1,
    disableRequestedAuthnContext: true,
    identifierFormat: settings.nameIdFormat ?? null,
    ...(requestId === undefined ? {} : { generateUniqueId: () => requestId }),
    ...(settings.privateKey === undefined ? {} : { privateKey: settings.privateKey }),
  });
};

/** The URL of the identity provider with an authentication request. */
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
 * Returns the XML of the assertion exactly as it was signed with a configured certificate. Throws a
 * `RedirectLoginError` if one of the expected signatures is invalid.
 */
export async function verifyAssertion(
  settings: SamlSettings,
  service: ServiceProvider,
  response: { readonly xml: string; readonly signed: { response: boolean; assertion: boolean } },
): Promise<string> {
  const saml = createSaml(settings, service, { signed: response.signed });
  try {
    const SAMLResponse = Buffer.from(response.xml).toString('base64');
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse });
    const xml = profile?.getAssertionXml?.();
    if (xml !== undefined && xml !== '') return xml;
  } catch (error) {
    throw invalidResponse(`not verified: ${error instanceof Error ? error.message.slice(0, 200) : ''}`);
  }
  throw invalidResponse('not verified');
}

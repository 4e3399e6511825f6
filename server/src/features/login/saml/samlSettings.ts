import { createPrivateKey, X509Certificate } from 'node:crypto';
import * as z from 'zod';
import { allowedDomains, claimName, exactUrl, providerId, secret } from '../settings/values.ts';

const minKeyBits = 2_048;
/** A provider has two while it changes its certificate. */
const maxCertificates = 4;

/** Reads PEM blocks, or a single certificate as base64 without PEM lines, as some providers show it. */
export function parseCertificates(text: string): string[] {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
  const bare = text.replaceAll(/\s/g, '');
  return (
    blocks ?? [`-----BEGIN CERTIFICATE-----\n${bare.replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----`]
  );
}

const isStrongRsaKey = (pem: string): boolean => {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = new X509Certificate(pem).publicKey;
    return asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= minKeyBits;
  } catch {
    return false;
  }
};

const certificates = secret
  .transform(parseCertificates)
  .refine(
    (list) => list.length <= maxCertificates && list.every(isStrongRsaKey),
    `expected up to ${maxCertificates} X.509 certificates (PEM) of RSA keys with ${minKeyBits} bits or more`,
  );

const privateKey = secret.refine((pem) => {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}, 'expected a private RSA key (PEM)');

export const samlSettings = z
  .strictObject({
    type: z.literal('saml'),
    id: providerId.refine((id) => id.startsWith('saml.'), 'expected an id with the prefix saml.'),
    displayName: z.string().min(1).max(120),
    /** The identity provider's URL for requests (HTTP-Redirect binding). */
    entryPoint: exactUrl,
    /** The identity provider's entity id. */
    idpIssuer: z.string().min(1).max(1_024),
    /** Certificates that responses may be signed with: the current one, and the next one during a change. */
    idpCertificate: certificates,
    /** The entity id of this server; the URL of its metadata by default. */
    entityId: z.optional(z.string().min(1).max(1_024)),
    /** Signs requests. Its certificates are published in the metadata. */
    privateKey: z.optional(privateKey),
    certificate: z.optional(certificates),
    /** The requested NameID format; the provider chooses by default. */
    nameIdFormat: z.optional(z.string().min(1).max(300)),
    /** The attribute with the user's permanent id, if the NameID does not have it. */
    subjectAttribute: z.optional(claimName),
    attributes: z._default(
      z.strictObject({
        email: z.optional(claimName),
        name: z.optional(claimName),
        company: z.optional(claimName),
        title: z.optional(claimName),
      }),
      {},
    ),
    allowedDomains,
    /** Whether emails of this provider count as verified. True by default: it is usually a company's directory. */
    trustEmail: z._default(z.boolean(), true),
  })
  .refine(
    ({ privateKey: key, certificate }) => (key === undefined) === (certificate === undefined),
    'expected privateKey and certificate together',
  );
export type SamlSettings = z.infer<typeof samlSettings>;

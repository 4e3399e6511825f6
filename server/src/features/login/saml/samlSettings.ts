import { createPrivateKey, X509Certificate } from 'node:crypto';
import * as z from 'zod';
import { allowedDomains, claimName, exactUrl, providerId, secret } from '../settings/values.ts';

const minKeyBits = 2_048;
/** Two while a provider changes over from one certificate to the next. */
const maxCertificates = 4;

/** The certificates of a text: one PEM block after the other, or the bare base64 that some providers show. */
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
    id: providerId.refine((id) => id.startsWith('saml.'), 'expected an id with saml. in front'),
    displayName: z.string().min(1).max(120),
    /** Where the identity provider takes requests (HTTP-Redirect). */
    entryPoint: exactUrl,
    /** The identity provider's entity id. */
    idpIssuer: z.string().min(1).max(1_024),
    /** What its answers are signed with: the certificate of today, and the next one where there is one already. */
    idpCertificate: certificates,
    /** What this server calls itself; the address of its metadata unless told. */
    entityId: z.optional(z.string().min(1).max(1_024)),
    /** Requests are signed with this key where it is there; its certificates go into the metadata. */
    privateKey: z.optional(privateKey),
    certificate: z.optional(certificates),
    /** The form of name asked for; the provider's own choice unless told. */
    nameIdFormat: z.optional(z.string().min(1).max(300)),
    /** Where a person's lasting id stands, when not in the NameID. */
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
    /** Whether the emails of this provider count as checked: it is the directory of one company unless told otherwise. */
    trustEmail: z._default(z.boolean(), true),
  })
  .refine(
    ({ privateKey: key, certificate }) => (key === undefined) === (certificate === undefined),
    'expected privateKey and certificate together',
  );
export type SamlSettings = z.infer<typeof samlSettings>;

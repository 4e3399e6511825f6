/** Settings that OIDC and SAML providers share. */
import * as z from 'zod';

const isLocal = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host);

/** An address of an identity provider, to the letter: https, or http on this machine. A slash at its end matters. */
export const exactAddress = z
  .string()
  .max(2_048)
  .refine((value) => {
    if (!URL.canParse(value)) return false;
    const { protocol, hostname, username, password, hash } = new URL(value);
    const plain = username === '' && password === '' && hash === '';
    return plain && (protocol === 'https:' || (protocol === 'http:' && isLocal(hostname)));
  }, 'expected an https address (http only on this machine)');

/** Only people with an address of these domains may come in; [] lets any. */
export const allowedDomains = z._default(
  z.array(z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'expected a domain in lower case')),
  [],
);

/** The name under which a provider tells something about a person. */
export const claimName = z.string().min(1).max(300);

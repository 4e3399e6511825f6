/** Values that several providers of the login file share. */
import * as z from 'zod';

/** The label of the button; without one the screen has words of its own. */
export const displayName = z.optional(z.string().min(1).max(120));

/** A secret: given as `name`, or by `nameFile` as the path of a file that holds it. Never printed. */
export const secret = z.string().min(1).max(16_384);

const isLocal = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host);

/** An address that people or secrets are sent to, to the letter: https, or http on this machine. A slash at its end matters. */
export const exactAddress = z
  .string()
  .max(2_048)
  .refine((value) => {
    if (!URL.canParse(value)) return false;
    const { protocol, hostname, username, password, hash } = new URL(value);
    const plain = username === '' && password === '' && hash === '';
    return plain && (protocol === 'https:' || (protocol === 'http:' && isLocal(hostname)));
  }, 'expected an https address (http only on this machine)');

/** An address that paths are put behind: no query, and no slash at its end. */
export const baseAddress = exactAddress
  .refine((value) => !value.includes('?'), 'expected an address without a query')
  .transform((value) => value.replace(/\/+$/, ''));

/** Only people with an address of these domains may come in; [] lets any. */
export const allowedDomains = z._default(
  z.array(z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'expected a domain in lower case')),
  [],
);

/** The name under which a provider tells something about a person. */
export const claimName = z.string().min(1).max(300);

/** How long a call to the outside may take, in milliseconds: until the line stands, in all, and before the one retry. */
export const patience = z._default(
  z.strictObject({
    connectMs: z._default(z.int().min(1).max(60_000), 5_000),
    totalMs: z._default(z.int().min(1).max(60_000), 15_000),
    retryMs: z._default(z.int().min(1).max(60_000), 2_000),
  }),
  { connectMs: 5_000, totalMs: 15_000, retryMs: 2_000 },
);
export type Patience = z.infer<typeof patience>;

/** The id of an identity provider: stands in addresses. The words of the built-in ways in are not for others. */
export const providerId = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,62}$/, 'expected lower-case letters, digits, points and dashes')
  .refine(
    (id) => !['password', 'cvent', 'bizzabo', 'anonymous', 'stage', 'guest'].includes(id),
    'expected another id: this one is taken',
  );

/** Schemas that several providers of the login file share. */
import * as z from 'zod';

/** The label of the button; the login screen has a default. */
export const displayName = z.optional(z.string().min(1).max(120));

/** A secret, given as `name`, or as `nameFile`: the path of a file that contains it. Never printed. */
export const secret = z.string().min(1).max(16_384);

const isLocal = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host);

/** A URL that users or secrets are sent to: https, or http on this machine. Kept unchanged, with any slash at the end. */
export const exactUrl = z
  .string()
  .max(2_048)
  .refine((value) => {
    if (!URL.canParse(value)) return false;
    const { protocol, hostname, username, password, hash } = new URL(value);
    const plain = username === '' && password === '' && hash === '';
    return plain && (protocol === 'https:' || (protocol === 'http:' && isLocal(hostname)));
  }, 'expected an https URL (http only on this machine)');

/** A URL that paths are appended to: no query; slashes at the end are removed. */
export const apiBaseUrl = exactUrl
  .refine((value) => !value.includes('?'), 'expected a URL without a query')
  .transform((value) => value.replace(/(?<!\/)\/+$/, ''));

/** Email domains that are admitted; [] allows all. */
export const allowedDomains = z._default(
  z.array(z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'expected a domain in lower case, without @')),
  [],
);

/** The name of a claim or attribute. */
export const claimName = z.string().min(1).max(300);

/** Timeouts of calls to a provider, in milliseconds: to connect, in total, and the delay before the only retry. */
export const timeouts = z._default(
  z.strictObject({
    connectMs: z._default(z.int().min(1).max(60_000), 5_000),
    totalMs: z._default(z.int().min(1).max(60_000), 15_000),
    retryMs: z._default(z.int().min(1).max(60_000), 2_000),
  }),
  { connectMs: 5_000, totalMs: 15_000, retryMs: 2_000 },
);
export type Timeouts = z.infer<typeof timeouts>;

/** The id of an identity provider, which is part of URLs. Names of built-in login options are reserved. */
export const providerId = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,62}$/, 'expected lower-case letters, digits, dots, underscores and dashes')
  .refine(
    (id) => !['password', 'cvent', 'bizzabo', 'anonymous', 'stage', 'guest'].includes(id),
    'expected another id: this one is reserved',
  );

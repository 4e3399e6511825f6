/** What the login file says: the ways in, as the operator lists them. */
import * as z from 'zod';
import { bizzaboSettings } from '../tickets/vendors/bizzaboSettings.ts';
import { cventSettings } from '../tickets/vendors/cventSettings.ts';
import { oidcSettings } from '../oidc/oidcSettings.ts';
import { samlSettings } from '../saml/samlSettings.ts';
import { allowedDomains, displayName } from './values.ts';

const anonymousSettings = z.strictObject({ type: z.literal('anonymous') });
const passwordSettings = z.strictObject({ type: z.literal('password'), displayName });

const providerSettings = z.discriminatedUnion('type', [
  anonymousSettings,
  passwordSettings,
  oidcSettings,
  samlSettings,
  cventSettings,
  bizzaboSettings,
]);
/** What may stand as `type`. */
export const providerTypes = providerSettings.options.flatMap(({ shape }) => [...shape.type.values]);
export type ProviderSettings = z.infer<typeof providerSettings>;

const registration = z.strictObject({
  /** Domains after the @ that may register; [] lets any. */
  allowedDomains,
});

const demo = z.strictObject({
  accounts: z._default(
    z.array(z.strictObject({ role: z.string(), email: z.string(), password: z.string() })),
    [],
  ),
  tickets: z._default(
    z.strictObject({
      cvent: z.optional(z.strictObject({ number: z.string() })),
      bizzabo: z.optional(z.strictObject({ number: z.string(), email: z.string() })),
    }),
    {},
  ),
});

export const loginSettings = z
  .strictObject({
    providers: z.array(providerSettings).min(1),
    /** People may make accounts themselves; absent: they may not. */
    registration: z.optional(registration),
    /** Whether a sign-in tells an email without an account from a wrong password. */
    tellUnknownUsers: z._default(z.boolean(), false),
    /** So many wrong ticket numbers in two minutes, by all callers together, close the ticket logins for the rest of them. */
    ticketGuesses: z._default(z.int().min(20).max(100_000), 300),
    demo: z.optional(demo),
  })
  .superRefine(({ providers }, context) => {
    const seen = new Set<string>();
    for (const [index, provider] of providers.entries()) {
      const id = 'id' in provider ? provider.id : provider.type;
      if (seen.has(id))
        context.addIssue({ code: 'custom', path: ['providers', index], message: `there is a second ${id}` });
      seen.add(id);
    }
  });
export type LoginSettings = z.infer<typeof loginSettings>;

/** Without a login file everybody may enter, and `/login` lets in whoever has an account (ROLE-03). */
export const defaultSettings: LoginSettings = loginSettings.parse({
  providers: [{ type: 'anonymous' }, { type: 'password' }],
});

/** The settings of the one provider of a type that is there once at most. */
export function settingsOf<T extends 'anonymous' | 'password' | 'cvent' | 'bizzabo'>(
  { providers }: LoginSettings,
  type: T,
): Extract<ProviderSettings, { type: T }> | undefined {
  return providers.find((provider) => provider.type === type) as
    Extract<ProviderSettings, { type: T }> | undefined;
}

/** The settings of every provider of a type. */
export const allSettingsOf = <T extends 'oidc' | 'saml'>(
  { providers }: LoginSettings,
  type: T,
): Extract<ProviderSettings, { type: T }>[] =>
  providers.filter((provider) => provider.type === type) as Extract<ProviderSettings, { type: T }>[];

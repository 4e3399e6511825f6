/** The schema of the login file, in which the operator lists the login options. */
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
/** Allowed values of `type`. */
export const providerTypes = providerSettings.options.flatMap(({ shape }) => [...shape.type.values]);
export type ProviderSettings = z.infer<typeof providerSettings>;

const registration = z.strictObject({
  /** Email domains that can register; [] allows all. */
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
    /** Lets users create accounts themselves; without it they cannot. */
    registration: z.optional(registration),
    /** Whether the response of a sign-in tells an unknown email from a wrong password. */
    tellUnknownUsers: z._default(z.boolean(), false),
    /** Wrong ticket numbers per event that are allowed in two minutes, from all networks together. */
    ticketGuesses: z._default(z.int().min(20).max(100_000), 300),
    demo: z.optional(demo),
  })
  .superRefine(({ providers }, context) => {
    const seen = new Set<string>();
    for (const [index, provider] of providers.entries()) {
      const id = 'id' in provider ? provider.id : provider.type;
      if (seen.has(id))
        context.addIssue({
          code: 'custom',
          path: ['providers', index],
          message: `duplicate provider "${id}"; expected each only once`,
        });
      seen.add(id);
    }
  });
export type LoginSettings = z.infer<typeof loginSettings>;

/** Without a login file guests are admitted, and users with an account can sign in at `/login` (ROLE-03). */
export const defaultSettings: LoginSettings = loginSettings.parse({
  providers: [{ type: 'anonymous' }, { type: 'password' }],
});

/** The settings of a provider that can be configured only once. */
export function findSettings<T extends 'anonymous' | 'password' | 'cvent' | 'bizzabo'>(
  { providers }: LoginSettings,
  type: T,
): Extract<ProviderSettings, { type: T }> | undefined {
  return providers.find((provider) => provider.type === type) as
    | Extract<ProviderSettings, { type: T }>
    | undefined;
}

/** The settings of all providers of a type. */
export const listSettings = <T extends 'oidc' | 'saml'>(
  { providers }: LoginSettings,
  type: T,
): Extract<ProviderSettings, { type: T }>[] =>
  providers.filter((provider) => provider.type === type) as Extract<ProviderSettings, { type: T }>[];

/** Logins at external identity providers: OIDC and SAML, with the same pages. */
import type { Clock } from '#platform/clock';
import type { Page } from '#platform/http/route';
import type { Accounts, Sessions } from '#platform/identity';
import type { Log } from '#platform/log/log';
import type { Secrets } from '#platform/secrets';
import { once } from '#platform/concurrency/once';
import { OidcProvider } from '../oidc/oidcProvider.ts';
import type { OidcSettings } from '../oidc/oidcSettings.ts';
import { RedirectFlow } from './redirectFlow.ts';
import { redirectPages } from './redirectPages.ts';
import type { RedirectStore } from './redirectStore.ts';
import { PendingLoginCookies } from './pendingLogin.ts';
import { SamlProvider } from '../saml/samlProvider.ts';
import type { SamlSettings } from '../saml/samlSettings.ts';

export interface RedirectLoginDeps {
  readonly oidc: readonly OidcSettings[];
  readonly saml: readonly SamlSettings[];
  readonly store: RedirectStore;
  readonly accounts: Pick<Accounts, 'findOrCreate' | 'recordLogin'>;
  readonly sessions: Pick<Sessions, 'open'>;
  readonly secrets: Secrets;
  /** Without a slash at the end. */
  readonly publicUrl: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** The pages of the configured providers; pages of other providers respond with 404. */
export function redirectLogin(deps: RedirectLoginDeps): readonly Page[] {
  const { store, publicUrl, clock } = deps;
  const key = once(() => deps.secrets.key('login-redirect'));
  const pendingLogins = new PendingLoginCookies({ key, secure: publicUrl.startsWith('https:') });
  return redirectPages({
    flow: new RedirectFlow({ ...deps, pendingLogins }),
    oidc: deps.oidc.map(
      (settings) =>
        new OidcProvider({ settings, clock, callbackUrl: `${publicUrl}/auth/${settings.id}/callback` }),
    ),
    saml: deps.saml.map((settings) => new SamlProvider({ settings, store, key, clock, publicUrl })),
  });
}

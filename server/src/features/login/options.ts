/** The login options of the venue and of the stage, for `GET /loginOptions` (CALL-06, LOGIN-12, LOGIN-19, ROLE-03). */
import type { LoginConfiguration, OperatingMode } from '@foyer/contract';
import type { LoginDeps } from './ports.ts';
import { findSettings, type LoginSettings, type ProviderSettings } from './settings/loginSettings.ts';

type IdentityProvider = LoginConfiguration['idpProvider'][number];

export class LoginOptions {
  private readonly settings: LoginSettings;
  private readonly deps: Pick<LoginDeps, 'liveVenue' | 'canSendMail'>;

  constructor(settings: LoginSettings, deps: Pick<LoginDeps, 'liveVenue' | 'canSendMail'>) {
    this.settings = settings;
    this.deps = deps;
  }

  /** Whether the live venue requires a login. */
  get loginEnabled(): boolean {
    return findSettings(this.settings, 'anonymous') === undefined;
  }

  /** Whether email and password are accepted: always on the stage, and in an anonymous venue without other options. */
  allowsPassword(mode: OperatingMode): boolean {
    if (mode === 'STAGE' || findSettings(this.settings, 'password') !== undefined) return true;
    return !this.loginEnabled && this.settings.providers.length === 1;
  }

  list(mode: OperatingMode): LoginConfiguration[] {
    if (mode === 'STAGE') return [this.identityProviderOption(mode)];
    const providerOption = this.identityProviderOption(mode);
    return [
      ...(this.loginEnabled ? [] : [{ loginProvider: 'ANONYMOUS' as const, idpProvider: [] }]),
      ...this.ticketOptions(),
      ...(providerOption.idpProvider.length === 0 ? [] : [providerOption]),
    ];
  }

  private ticketOptions(): LoginConfiguration[] {
    const { demo } = this.settings;
    const cvent = findSettings(this.settings, 'cvent');
    const bizzabo = findSettings(this.settings, 'bizzabo');
    const venue = this.deps.liveVenue();
    const options: LoginConfiguration[] = [];
    if (cvent !== undefined && venue?.cventEvent !== undefined)
      options.push(ticketOption('CVENT_LOGIN', cvent.displayName, demo?.tickets.cvent));
    if (bizzabo !== undefined)
      options.push(ticketOption('BIZZABO_LOGIN', bizzabo.displayName, demo?.tickets.bizzabo));
    return options;
  }

  private identityProviderOption(mode: OperatingMode): LoginConfiguration {
    const { providers, registration, demo } = this.settings;
    const idpProvider = providers.flatMap(toIdentityProvider);
    const hasPassword = this.allowsPassword(mode);
    // Without a name the login screen shows its own translated label.
    const password = {
      displayName: findSettings(this.settings, 'password')?.displayName ?? '',
      providerID: 'password',
    };
    return {
      loginProvider: 'FIREBASE',
      loginType: 'FIREBASE',
      idpProvider: hasPassword ? [...idpProvider, password] : idpProvider,
      ...(hasPassword ? { passwordReset: this.deps.canSendMail } : {}),
      ...(hasPassword && mode === 'LIVE' && registration !== undefined && this.deps.canSendMail
        ? { registration }
        : {}),
      ...(hasPassword && demo !== undefined && demo.accounts.length > 0
        ? { demoAccounts: demo.accounts }
        : {}),
    };
  }
}

const toIdentityProvider = (provider: ProviderSettings): IdentityProvider[] =>
  provider.type === 'oidc' || provider.type === 'saml'
    ? [{ displayName: provider.displayName, providerID: provider.id }]
    : [];

const ticketOption = (
  loginProvider: 'CVENT_LOGIN' | 'BIZZABO_LOGIN',
  displayName: string | undefined,
  demoTicket: LoginConfiguration['demoTicket'],
): LoginConfiguration => ({
  loginProvider,
  loginType: loginProvider,
  idpProvider: [],
  ...(displayName === undefined ? {} : { displayName }),
  ...(demoTicket === undefined ? {} : { demoTicket }),
});

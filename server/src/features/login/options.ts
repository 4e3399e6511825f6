/** What `GET /loginOptions` answers: the ways into the venue and onto the stage (CALL-06, LOGIN-12, LOGIN-19, ROLE-03). */
import type { LoginConfiguration, OperatingMode } from '@foyer/contract';
import type { LoginDeps } from './ports.ts';
import { settingsOf, type LoginSettings, type ProviderSettings } from './settings/loginSettings.ts';

type IdentityProvider = LoginConfiguration['idpProvider'][number];

export class LoginOptions {
  private readonly settings: LoginSettings;
  private readonly deps: Pick<LoginDeps, 'liveVenue' | 'sendsMail'>;

  constructor(settings: LoginSettings, deps: Pick<LoginDeps, 'liveVenue' | 'sendsMail'>) {
    this.settings = settings;
    this.deps = deps;
  }

  /** Whether the live venue asks for a login. */
  get loginEnabled(): boolean {
    return settingsOf(this.settings, 'anonymous') === undefined;
  }

  /** Whether email and password get one in. On the stage always; in an anonymous venue where nothing else does. */
  hasPassword(mode: OperatingMode): boolean {
    if (mode === 'STAGE' || settingsOf(this.settings, 'password') !== undefined) return true;
    return !this.loginEnabled && this.settings.providers.length === 1;
  }

  list(mode: OperatingMode): LoginConfiguration[] {
    if (mode === 'STAGE') return [this.identityProviders(mode)];
    const identityProviders = this.identityProviders(mode);
    return [
      ...(this.loginEnabled ? [] : [{ loginProvider: 'ANONYMOUS' as const, idpProvider: [] }]),
      ...this.tickets(),
      ...(identityProviders.idpProvider.length === 0 ? [] : [identityProviders]),
    ];
  }

  private tickets(): LoginConfiguration[] {
    const { demo } = this.settings;
    const cvent = settingsOf(this.settings, 'cvent');
    const bizzabo = settingsOf(this.settings, 'bizzabo');
    const venue = this.deps.liveVenue();
    const options: LoginConfiguration[] = [];
    if (cvent !== undefined && venue?.cventEvent !== undefined)
      options.push(ticketOption('CVENT_LOGIN', cvent.displayName, demo?.tickets.cvent));
    if (bizzabo !== undefined)
      options.push(ticketOption('BIZZABO_LOGIN', bizzabo.displayName, demo?.tickets.bizzabo));
    return options;
  }

  private identityProviders(mode: OperatingMode): LoginConfiguration {
    const { providers, registration, demo } = this.settings;
    const idpProvider = providers.flatMap(asIdentityProvider);
    const hasPassword = this.hasPassword(mode);
    // '': the screen has a word of its own for email and password, in the person's language.
    const password = {
      displayName: settingsOf(this.settings, 'password')?.displayName ?? '',
      providerID: 'password',
    };
    return {
      loginProvider: 'FIREBASE',
      loginType: 'FIREBASE',
      idpProvider: hasPassword ? [...idpProvider, password] : idpProvider,
      ...(hasPassword ? { passwordReset: this.deps.sendsMail } : {}),
      ...(hasPassword && mode === 'LIVE' && registration !== undefined && this.deps.sendsMail
        ? { registration }
        : {}),
      ...(hasPassword && demo !== undefined && demo.accounts.length > 0
        ? { demoAccounts: demo.accounts }
        : {}),
    };
  }
}

const asIdentityProvider = (provider: ProviderSettings): IdentityProvider[] =>
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

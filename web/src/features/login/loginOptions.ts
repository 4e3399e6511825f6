/** Derives the login options to show from the server's login configurations (LOGIN-01, LOGIN-12). */
import type { LoginConfiguration, LoginOption } from '@foyer/contract';

export type LoginType = LoginOption['loginType'];

const sortOrder: Readonly<Record<LoginType, number>> = {
  CVENT_LOGIN: 1,
  BIZZABO_LOGIN: 2,
  FIREBASE_OIDC: 3,
  EMAIL_PASSWORD: 4,
};
/** For login types that this version does not know. */
const lastOrder = 5;
const orderOf = ({ loginType }: LoginOption): number => sortOrder[loginType] ?? lastOrder;

const passwordProvider = 'password';

/** A ticket platform has one option, even if several configurations name it. */
function ticketOption(
  configurations: readonly LoginConfiguration[],
  loginType: 'CVENT_LOGIN' | 'BIZZABO_LOGIN',
  label: string,
): LoginOption[] {
  const found = configurations.find(({ loginProvider }) => loginProvider === loginType);
  return found ? [{ loginType, displayName: found.displayName || label }] : [];
}

function providerOptions(
  configurations: readonly LoginConfiguration[],
  labels: Readonly<Record<LoginType, string>>,
): LoginOption[] {
  const providers = configurations.flatMap(({ loginProvider, idpProvider }) =>
    loginProvider === 'FIREBASE' ? idpProvider : [],
  );
  const firstById = new Map(providers.toReversed().map((provider) => [provider.providerID, provider]));
  return providers
    .filter((provider) => firstById.get(provider.providerID) === provider)
    .map(({ displayName, providerID }): LoginOption => {
      const loginType = providerID === passwordProvider ? 'EMAIL_PASSWORD' : 'FIREBASE_OIDC';
      return { loginType, displayName: displayName || labels[loginType], providerId: providerID };
    });
}

/**
 * The login options in the order Cvent, Bizzabo, OIDC and SAML, email and password; within these as configured.
 * @param labels names for options without `displayName`
 */
export function loginOptionsOf(
  configurations: readonly LoginConfiguration[],
  labels: Readonly<Record<LoginType, string>>,
): readonly LoginOption[] {
  return [
    ...ticketOption(configurations, 'CVENT_LOGIN', labels.CVENT_LOGIN),
    ...ticketOption(configurations, 'BIZZABO_LOGIN', labels.BIZZABO_LOGIN),
    ...providerOptions(configurations, labels),
  ].toSorted((a, b) => orderOf(a) - orderOf(b));
}

/** The configuration of the login with email and password: reset, registration, demo accounts. */
export const passwordConfiguration = (
  configurations: readonly LoginConfiguration[],
): LoginConfiguration | undefined =>
  configurations.find(
    ({ loginProvider, idpProvider }) =>
      loginProvider === 'FIREBASE' && idpProvider.some(({ providerID }) => providerID === passwordProvider),
  );

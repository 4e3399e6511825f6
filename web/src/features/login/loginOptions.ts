/** Which buttons the login screen shows, from what the server says of its ways in (LOGIN-01, LOGIN-12). */
import type { LoginConfiguration, LoginOption } from '@foyer/contract';

export type LoginType = LoginOption['loginType'];

const places: Readonly<Record<LoginType, number>> = {
  CVENT_LOGIN: 1,
  BIZZABO_LOGIN: 2,
  FIREBASE_OIDC: 3,
  EMAIL_PASSWORD: 4,
};
/** Whatever else there may be one day comes last. */
const lastPlace = 5;
const placeOf = ({ loginType }: LoginOption): number => places[loginType] ?? lastPlace;

const passwordProvider = 'password';
/** A ticket platform has one button, however many entries name it; without a label of its own it has the given one. */
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
  const known = new Map(providers.toReversed().map((provider) => [provider.providerID, provider]));
  return providers
    .filter((provider) => known.get(provider.providerID) === provider)
    .map(({ displayName, providerID }): LoginOption => {
      const loginType = providerID === passwordProvider ? 'EMAIL_PASSWORD' : 'FIREBASE_OIDC';
      return { loginType, displayName: displayName || labels[loginType], providerId: providerID };
    });
}

/**
 * One option for each way in: cvent, bizzabo, OIDC and SAML, email and password, and within these as configured.
 * @param labels what an option is called that has no `displayName`
 */
export function loginOptionsOf(
  configurations: readonly LoginConfiguration[],
  labels: Readonly<Record<LoginType, string>>,
): readonly LoginOption[] {
  return [
    ...ticketOption(configurations, 'CVENT_LOGIN', labels.CVENT_LOGIN),
    ...ticketOption(configurations, 'BIZZABO_LOGIN', labels.BIZZABO_LOGIN),
    ...providerOptions(configurations, labels),
  ].toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** The entry that says what else comes with email and password: reset, registration, demo accounts. */
export const passwordConfiguration = (
  configurations: readonly LoginConfiguration[],
): LoginConfiguration | undefined =>
  configurations.find(
    ({ loginProvider, idpProvider }) =>
      loginProvider === 'FIREBASE' && idpProvider.some(({ providerID }) => providerID === passwordProvider),
  );

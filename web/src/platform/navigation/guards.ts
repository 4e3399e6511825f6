/** What is checked before a route shows (GUARD-01), in this order; each guard says where to go instead, or nothing. */
import type { Publication } from './publication.ts';
import type { RouteTraits } from './routeNames.ts';
import { safeRedirect } from './safeRedirect.ts';

export interface GuardedNavigation {
  readonly route: RouteTraits;
  /** Path, query and hash that a person wants to see, without the base path. */
  readonly href: string;
  /** The `redirect` of the address. */
  readonly redirect: unknown;
  readonly hash: string;
  /** Comes from a login that failed, and is to be told so. */
  readonly loginFailed: boolean;
  /** The address says that somebody who need not log in wants to. */
  readonly loginRequested: boolean;
}

/** What the guards ask and do; the router hands in the real ones. */
export interface GuardDeps {
  closeDialogs(): void;
  /** Loads the version on demand (GUARD-03). */
  publication(): Promise<Publication>;
  architectureId(): string | null;
  loginRequired(): boolean;
  /** Nobody is logged in, and there is a way to be, though the venue may not ask for it (ROLE-03). */
  loginOffered(): boolean;
  openCookieBanner(): void;
}

export type Detour =
  | { readonly to: 'WorkInProgress' | 'login'; readonly redirect: string }
  | { readonly to: 'path'; readonly path: string };

type Guard = (
  navigation: GuardedNavigation,
  ports: GuardDeps,
) => Promise<Detour | undefined> | Detour | undefined;

const closeDialogs: Guard = (_, ports) => {
  ports.closeDialogs();
  return undefined;
};

const checkPublication: Guard = async ({ route, href, redirect }, ports) => {
  if (route.account) return undefined;
  const publication = await ports.publication();
  if (publication === 'UNPUBLISHED') {
    return route.workInProgress ? undefined : { to: 'WorkInProgress', redirect: href };
  }
  return route.workInProgress
    ? { to: 'path', path: safeRedirect(redirect, ports.architectureId()) }
    : undefined;
};

/** Whoever opened the login page by its address, or asked for it, means it; whoever was sent there and need not be is led on. */
const staysAtLogin = (
  { redirect, loginFailed, loginRequested }: GuardedNavigation,
  ports: GuardDeps,
): boolean =>
  ports.loginRequired() ||
  (ports.loginOffered() && (redirect === undefined || loginFailed || loginRequested));

const checkLogin: Guard = (navigation, ports) => {
  const { route, href, redirect } = navigation;
  if (route.login && !staysAtLogin(navigation, ports)) {
    return { to: 'path', path: safeRedirect(redirect, ports.architectureId()) };
  }
  return route.open || !ports.loginRequired() ? undefined : { to: 'login', redirect: href };
};

/** The hash exactly: what comes behind it is none of ours. */
export const privacyPreferencesHash = 'privacy-preferences';

const openCookieBanner: Guard = ({ hash }, ports) => {
  if (hash === privacyPreferencesHash) ports.openCookieBanner();
  return undefined;
};

const guards: readonly Guard[] = [closeDialogs, checkPublication, checkLogin, openCookieBanner];

/** Runs the guards until one leads elsewhere. Running them twice changes nothing. */
export async function runGuards(
  navigation: GuardedNavigation,
  ports: GuardDeps,
): Promise<Detour | undefined> {
  for (const guard of guards) {
    const detour = await guard(navigation, ports);
    if (detour) return detour;
  }
  return undefined;
}

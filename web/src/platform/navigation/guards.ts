/** The guards that run in order before a route is shown (GUARD-01). Each one may return another destination. */
import type { Publication } from './publication.ts';
import type { RouteTraits } from './routeNames.ts';
import { safeRedirect } from './safeRedirect.ts';

export interface GuardedNavigation {
  readonly route: RouteTraits;
  /** Requested path, query and hash, without the base path. */
  readonly href: string;
  /** The `redirect` search value. */
  readonly redirect: unknown;
  readonly hash: string;
  /** Whether only the part of the open widget changes, such as its page. */
  readonly changesPart: boolean;
  /** Whether an external login has failed; the login page shows why. */
  readonly loginFailed: boolean;
  /** Whether the URL requests the login page although a login is not required. */
  readonly loginRequested: boolean;
}

/** What the guards depend on; implemented in `routes/guards/rootGuards.ts`. */
export interface GuardDeps {
  closeDialogs(): void;
  /** Loads the version on first use (GUARD-03). */
  publication(): Promise<Publication>;
  architectureId(): string | null;
  loginRequired(): boolean;
  /** Whether a guest can log in, even if the venue does not require it (ROLE-03). */
  loginOffered(): boolean;
  openCookieBanner(): void;
}

export type Detour =
  | { readonly to: 'WorkInProgress' | 'login'; readonly redirect: string }
  | { readonly to: 'path'; readonly path: string };

type Guard = (
  navigation: GuardedNavigation,
  deps: GuardDeps,
) => Promise<Detour | undefined> | Detour | undefined;

const closeDialogs: Guard = ({ changesPart }, deps) => {
  if (!changesPart) deps.closeDialogs();
  return undefined;
};

const checkPublication: Guard = async ({ route, href, redirect }, deps) => {
  if (route.account) return undefined;
  const publication = await deps.publication();
  if (publication === 'UNPUBLISHED') {
    return route.workInProgress ? undefined : { to: 'WorkInProgress', redirect: href };
  }
  return route.workInProgress
    ? { to: 'path', path: safeRedirect(redirect, deps.architectureId()) }
    : undefined;
};

/** The login page stays if it was opened or requested by the user; users who were redirected there without need go on. */
const staysAtLogin = (
  { redirect, loginFailed, loginRequested }: GuardedNavigation,
  deps: GuardDeps,
): boolean =>
  deps.loginRequired() || (deps.loginOffered() && (redirect === undefined || loginFailed || loginRequested));

const checkLogin: Guard = (navigation, deps) => {
  const { route, href, redirect } = navigation;
  if (route.login && !staysAtLogin(navigation, deps)) {
    return { to: 'path', path: safeRedirect(redirect, deps.architectureId()) };
  }
  return route.open || !deps.loginRequired() ? undefined : { to: 'login', redirect: href };
};

/** Compared exactly, not as a prefix. */
export const privacyPreferencesHash = 'privacy-preferences';

const openCookieBanner: Guard = ({ hash }, deps) => {
  if (hash === privacyPreferencesHash) deps.openCookieBanner();
  return undefined;
};

const guards: readonly Guard[] = [closeDialogs, checkPublication, checkLogin, openCookieBanner];

/** Runs the guards until one returns another destination. They are idempotent. */
export async function runGuards(navigation: GuardedNavigation, deps: GuardDeps): Promise<Detour | undefined> {
  for (const guard of guards) {
    const detour = await guard(navigation, deps);
    if (detour) return detour;
  }
  return undefined;
}

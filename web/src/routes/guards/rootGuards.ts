/** Connects the guards with the router: what they ask, and where their detours lead. */
import { redirect, type HistoryState } from '@tanstack/react-router';
import { operatingMode } from '../../platform/base.ts';
import { closeAllDialogs } from '../../platform/dialogs.ts';
import { runGuards, type Detour, type GuardDeps } from '../../platform/navigation/guards.ts';
import { publicationOf } from '../../platform/navigation/publication.ts';
import { routeNames, type RouteTraits } from '../../platform/navigation/routeNames.ts';
import { offersLogin } from '../../platform/session/loginOffered.ts';
import { openCookieBanner } from '../../platform/state/cookieBanner.ts';
import { useUi } from '../../platform/state/ui.ts';
import { useUser } from '../../platform/state/user.ts';
import { ensureVersion, defaultArchitectureId } from '../../platform/venue/loadVenue.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends RouteTraits {}
  interface HistoryState {
    /** Who is sent to the root path wants to be here again: path, query and hash without the base path. */
    cameFrom?: string;
  }
}

const ports: GuardDeps = {
  closeDialogs: closeAllDialogs,
  // The stage is open to whoever may see it, and tells its version to nobody else.
  publication: async () => (operatingMode === 'STAGE' ? 'PUBLISHED' : publicationOf(await ensureVersion())),
  architectureId: defaultArchitectureId,
  loginRequired: () => useUi.getState().loginEnabled && !useUser.getState().isLoggedIn,
  loginOffered: () => !useUser.getState().isLoggedIn && offersLogin(useUi.getState().loginConfigurations),
  openCookieBanner,
};

interface Navigation {
  readonly preload: boolean;
  readonly location: {
    readonly href: string;
    readonly hash: string;
    readonly search: object;
    readonly state: HistoryState;
  };
  readonly matches: readonly { readonly staticData: RouteTraits }[];
}

/** What a detour's path leads to; `replace`, for the address that was refused must not be gone back to. */
function redirectTo(detour: Detour): never {
  if (detour.to === 'path') throw redirect({ href: detour.path, replace: true });
  throw redirect({ to: routeNames[detour.to], search: { redirect: detour.redirect }, replace: true });
}

let checks = 0;
function countCheck(step: 1 | -1): void {
  checks += step;
  useUi.setState({ routerGuardsChecking: checks > 0 });
}

/** While something is awaited before a route shows, the spinner says so; of several, until the last is done. */
export async function withSpinner<T>(work: () => Promise<T>): Promise<T> {
  countCheck(1);
  try {
    return await work();
  } finally {
    countCheck(-1);
  }
}

/** The root's `beforeLoad`. Runs again for every navigation, also for one that was refused. */
export async function guardNavigation({ preload, location, matches }: Navigation): Promise<void> {
  if (preload) return;
  const route = matches.at(-1)?.staticData ?? {};
  const search = location.search as Record<string, unknown>;
  const href = location.state.cameFrom ?? location.href;
  const { hash } = location;
  const loginFailed = search['loginError'] !== undefined;
  const loginRequested = search['asked'] !== undefined;
  const run = () =>
    runGuards({ route, href, redirect: search['redirect'], hash, loginFailed, loginRequested }, ports);
  // The login page draws its own waiting (GUARD-02); a known version is not worth a spinner.
  const quiet = route.login === true || useUi.getState().venueVersion !== null;
  const detour = quiet ? await run() : await withSpinner(run);
  if (detour) redirectTo(detour);
}

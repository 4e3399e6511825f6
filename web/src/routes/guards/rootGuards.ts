/** Connects the guards with the router: their dependencies and redirects. */
import { redirect, type HistoryState } from '@tanstack/react-router';
import { operatingMode } from '../../platform/base.ts';
import { closeAllDialogs } from '../../platform/dialogs.ts';
import { runGuards, type Detour, type GuardDeps } from '../../platform/navigation/guards.ts';
import { publicationOf } from '../../platform/navigation/publication.ts';
import { routeNames, type RouteTraits } from '../../platform/navigation/routeNames.ts';
import { changesPart } from '../../platform/navigation/widgetGuards.ts';
import { offersLogin } from '../../features/session/index.ts';
import { openCookieBanner } from '../../platform/state/cookieBanner.ts';
import { useUi } from '../../platform/state/ui.ts';
import { useUser } from '../../platform/state/user.ts';
import { ensureVersion, defaultArchitectureId } from '../../platform/venue/loadVenue.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends RouteTraits {}
  interface HistoryState {
    /** The page that was left for the root path: path, query and hash without the base path. */
    cameFrom?: string;
  }
}

const deps: GuardDeps = {
  closeDialogs: closeAllDialogs,
  // The stage counts as published; its version requires a login.
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

/** Redirects to a detour. `replace`, so that Back does not return to the rejected URL. */
function redirectTo(detour: Detour): never {
  if (detour.to === 'path') throw redirect({ href: detour.path, replace: true });
  throw redirect({ to: routeNames[detour.to], search: { redirect: detour.redirect }, replace: true });
}

let running = 0;
function addRunning(change: 1 | -1): void {
  running += change;
  useUi.setState({ routerGuardsChecking: running > 0 });
}

/** Shows the spinner while work before a route is running; with several, until the last one is done. */
export async function withSpinner<T>(work: () => Promise<T>): Promise<T> {
  addRunning(1);
  try {
    return await work();
  } finally {
    addRunning(-1);
  }
}

/** The location of the latest navigation. */
let latest = { href: '' };

/** The root's `beforeLoad`. Runs for every navigation, including redirects. */
export async function guardNavigation({ preload, location, matches }: Navigation): Promise<void> {
  if (preload) return;
  const route = matches.at(-1)?.staticData ?? {};
  const search = location.search as Record<string, unknown>;
  const href = location.state.cameFrom ?? location.href;
  const isPart = changesPart(latest, location);
  latest = location;
  const run = () =>
    runGuards(
      {
        route,
        href,
        redirect: search['redirect'],
        hash: location.hash,
        changesPart: isPart,
        loginFailed: search['loginError'] !== undefined,
        loginRequested: search['asked'] !== undefined,
      },
      deps,
    );
  // The login page has its own loading state (GUARD-02), and with a loaded version the guards do not wait.
  const quiet = route.login === true || useUi.getState().venueVersion !== null;
  const detour = quiet ? await run() : await withSpinner(run);
  if (detour) redirectTo(detour);
}

/** The routes of the specification (ROUTE-01 to ROUTE-11). */
import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router';
import { pageRoutes } from '../extensions/page.ts';
import { base } from '../platform/base.ts';
import { createDialogHistory } from '../platform/navigation/dialogHistory.ts';
import { readAreaSearchParams } from '../platform/navigation/areaSearchParams.ts';
import { routeNames } from '../platform/navigation/routeNames.ts';
import { parseSearch, stringifySearch, type SearchValues } from '../platform/navigation/searchParams.ts';
import { PageError } from '../platform/venue/pageError.ts';
import { AccountLinkPage } from './login/accountLink.tsx';
import { AreaPage } from './area.tsx';
import { FailedPage } from './failedPage.tsx';
import { Frame } from './frame/frame.tsx';
import { LoginPage } from './login/login.tsx';
import { pageComponent } from './pageComponent.tsx';
import { WorkInProgressPage } from './workInProgress.tsx';
import { guardNavigation } from './guards/rootGuards.ts';
import { enterArea, goToDefaultArea, loadRouteVenue, redirectToDefaultArea } from './guards/venueGuards.ts';

const rootRoute = createRootRoute({
  beforeLoad: (step): Promise<void> => guardNavigation(step),
  validateSearch: (search): SearchValues => search as SearchValues,
  component: Frame,
});
const getRootRoute = () => rootRoute;

const workInProgress = createRoute({
  getParentRoute: getRootRoute,
  path: routeNames.WorkInProgress,
  staticData: {
    open: true,
    workInProgress: true,
    header: false,
    footer: false,
    title: 'workInProgress.title',
  },
  component: WorkInProgressPage,
});

/** The guards redirect users who are logged in already (ROUTE-02). */
const login = createRoute({
  getParentRoute: getRootRoute,
  path: routeNames.login,
  staticData: { open: true, login: true, header: false, footer: false, title: 'page.login' },
  component: LoginPage,
});

/** The target of links in emails, whether or not a venue is published. */
const accountLink = createRoute({
  getParentRoute: getRootRoute,
  path: routeNames.accountLink,
  staticData: { open: true, account: true, header: false, footer: false, title: 'page.account' },
  component: AccountLinkPage,
});

const architectureView = createRoute({
  getParentRoute: getRootRoute,
  path: routeNames.ArchitectureView,
  beforeLoad: ({ params, matches, preload }) =>
    preload ? undefined : loadRouteVenue(params.architectureId, matches),
});

const architectureIndex = createRoute({
  getParentRoute: () => architectureView,
  path: '/',
  beforeLoad: ({ params }): never => redirectToDefaultArea(params.architectureId),
});

const addedPages = pageRoutes.map(({ path, traits, load, texts }) =>
  createRoute({
    getParentRoute: () => architectureView,
    path,
    staticData: traits,
    component: pageComponent(load, texts),
  }),
);

const area = createRoute({
  getParentRoute: () => architectureView,
  path: 'area/{-$areaId}',
  staticData: { area: true },
  validateSearch: readAreaSearchParams,
  beforeLoad: ({ params }): void => enterArea(params.architectureId, params.areaId),
  component: AreaPage,
});

/** A meeting on a page of its own (ROUTE-06). Not another page component: the login page would download its import. */
const meeting = createRoute({
  getParentRoute: () => architectureView,
  path: 'area-whereby-meeting/$areaId/$widgetId/$configId',
  staticData: { area: true, meeting: true, header: false, footer: false },
  beforeLoad: ({ params }): void => enterArea(params.architectureId, params.areaId),
  component: AreaPage,
});

/** A path of an earlier product; query and hash are kept (ROUTE-07). */
const legacyPath = (
  path: '/$architectureId/area/$areaId' | '/$architectureId/imprint' | '/$architectureId/privacy-policy',
  to: 'Area' | 'imprint' | 'privacyPolicy',
) =>
  createRoute({
    getParentRoute: getRootRoute,
    path,
    beforeLoad: ({ params, location, search }): never => {
      throw redirect({ to: routeNames[to], params, search, hash: location.hash, replace: true });
    },
  });

const fallbackToDefaultArea = createRoute({
  getParentRoute: getRootRoute,
  path: routeNames.FallbackToDefaultArea,
  beforeLoad: async ({ preload }): Promise<void> => {
    if (!preload) await goToDefaultArea();
  },
});

const anyOtherPath = createRoute({
  getParentRoute: getRootRoute,
  path: '$',
  beforeLoad: async ({ preload }): Promise<void> => {
    if (!preload) await goToDefaultArea('page');
  },
});

const routeTree = rootRoute.addChildren([
  workInProgress,
  login,
  accountLink,
  architectureView.addChildren([architectureIndex, ...addedPages, area, meeting]),
  legacyPath('/$architectureId/area/$areaId', 'Area'),
  legacyPath('/$architectureId/imprint', 'imprint'),
  legacyPath('/$architectureId/privacy-policy', 'privacyPolicy'),
  fallbackToDefaultArea,
  anyOtherPath,
]);

const unknownVenue = new PageError('unknownVenue');

export const router = createRouter({
  routeTree,
  history: createDialogHistory(),
  basepath: base || '/',
  parseSearch,
  stringifySearch,
  defaultPreload: false,
  defaultErrorComponent: ({ error }) => <FailedPage error={error} />,
  // A URL that cannot be decoded, such as `/v/%E0%A4`.
  defaultNotFoundComponent: () => <FailedPage error={unknownVenue} />,
  // The guards show their own spinner at once.
  defaultPendingMs: Number.POSITIVE_INFINITY,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

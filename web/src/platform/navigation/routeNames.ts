/** The paths of the routes, by their names in the specification. */
export const routeNames = {
  WorkInProgress: '/work-in-progress',
  login: '/login',
  /** The target of links in emails; available even if no venue is published. */
  accountLink: '/account/link',
  ArchitectureView: '/v/$architectureId',
  imprint: '/v/$architectureId/imprint',
  privacyPolicy: '/v/$architectureId/privacy-policy',
  Area: '/v/$architectureId/area/{-$areaId}',
  AreaWherebyMeeting: '/v/$architectureId/area-whereby-meeting/$areaId/$widgetId/$configId',
  /** Leads to the default area; the logo's target. */
  FallbackToDefaultArea: '/',
} as const;

/** Search value of the login page beside `redirect`: the user requested it, although no login is required (ROLE-03). */
export const loginRequested = { asked: 'true' } as const;

/** Properties of a route for the guards and the page frame. */
export interface RouteTraits {
  /** Needs no login. */
  readonly open?: boolean;
  readonly workInProgress?: boolean;
  readonly login?: boolean;
  /** Concerns an account, not a venue. */
  readonly account?: boolean;
  /** Whether the page has a header; default true. */
  readonly header?: boolean;
  readonly footer?: boolean;
  /** Whether header and footer are opaque, because text scrolls behind them; default false. */
  readonly solid?: boolean;
  /** Can be shown before the venue is loaded. */
  readonly mandatoryPage?: boolean;
  readonly area?: boolean;
  /** Shows one meeting of an area (ROUTE-06). */
  readonly meeting?: boolean;
  /** Key of the page's title, for routes other than areas. */
  readonly title?:
    | 'page.imprint'
    | 'page.privacyPolicy'
    | 'page.login'
    | 'page.account'
    | 'page.figures'
    | 'workInProgress.title';
}

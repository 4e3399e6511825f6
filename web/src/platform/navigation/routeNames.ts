/** The routes by the names that the specification gives them, for everybody who leads there. */
export const routeNames = {
  WorkInProgress: '/work-in-progress',
  login: '/login',
  /** What the links of mails lead to; no page of a venue, and there before one is published. */
  accountLink: '/account/link',
  ArchitectureView: '/v/$architectureId',
  imprint: '/v/$architectureId/imprint',
  privacyPolicy: '/v/$architectureId/privacy-policy',
  Area: '/v/$architectureId/area/{-$areaId}',
  AreaWherebyMeeting: '/v/$architectureId/area-whereby-meeting/$areaId/$widgetId/$configId',
  /** Leads to the default area; the logo's target. */
  FallbackToDefaultArea: '/',
} as const;

/** In an address of the login beside `redirect`: somebody asked for it, though the venue may not (ROLE-03). */
export const loginRequested = { asked: 'true' } as const;

/** What a route says about itself to the guards and to the frame around it. */
export interface RouteTraits {
  /** Needs no login. */
  readonly open?: boolean;
  readonly workInProgress?: boolean;
  readonly login?: boolean;
  /** Concerns an account and no venue. */
  readonly account?: boolean;
  /** Which frame stands around it. */
  readonly header?: boolean;
  readonly footer?: boolean;
  /** Shows before the venue does, so that nothing waits for it. */
  readonly mandatoryPage?: boolean;
  readonly area?: boolean;
  /** Its name in the texts, where it is no area. */
  readonly title?:
    'page.imprint' | 'page.privacyPolicy' | 'page.login' | 'page.account' | 'workInProgress.title';
}

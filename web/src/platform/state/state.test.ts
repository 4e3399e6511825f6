import { defaultArea, defaultViewpoint, venue as venueSchema, type VenueVersion } from '@foyer/contract';
import { afterEach, expect, test } from 'vitest';
import { createPresenceState, initialPresence } from '../../features/presence/model/presenceState.ts';
import { createMediaBoardSocialContent } from '../../widgets/MediaBoardWidget/likes/mediaBoardSocialContent.ts';
import { beginVisit, currentVisit } from '../visit/currentVisit.ts';
import { createVisit } from '../visit/visit.ts';
import { useCookieBanner } from './cookieBanner.ts';
import {
  clearGlobalError,
  initialErrors,
  isErrorDialogVisible,
  raiseGlobalError,
  suppressDefaultErrorDialog,
  useErrors,
} from './errors.ts';
import { initialUi, useUi } from './ui.ts';
import { initialUser, useUser } from './user.ts';
import { setVenue } from './setVenue.ts';
import { clearVenue, createVenueState, currentVenue, followVenue, initialVenue } from './venue.ts';

afterEach(() => {
  useErrors.setState(initialErrors);
  useUser.setState(initialUser);
});

const version: VenueVersion = {
  mode: 'LIVE',
  version: 4,
  publishedVersion: 4,
  publishedArchitectureId: 'nightfall',
};
const area = (id: string) => ({ id, names: [], viewPoints: [], viewMode: 'VIEW_2D' });
const venueWith = (areas: string[], defaultAreaId?: string) =>
  venueSchema.parse({
    architectures: [{ id: 'nightfall', areas: areas.map(area), ...(defaultAreaId && { defaultAreaId }) }],
    assets: [{ id: 'logo' }],
  });

test('STATE-01 the app keeps ui, venue, user, cookieBanner, presence and mediaBoardSocialContent', () => {
  const areas = { useUi, useUser, useCookieBanner };
  const visit = createVisit();
  expect(visit.get(createPresenceState).getState()).toEqual(initialPresence);
  expect(visit.get(createVenueState).getState()).toMatchObject(initialVenue);
  const socialContent = visit.get(createMediaBoardSocialContent).store.getState();
  expect(Object.keys(socialContent).toSorted()).toEqual(['boards', 'countsStatus', 'ownStatus']);
  for (const store of Object.values(areas)) expect(Object.keys(store.getState()).length).toBeGreaterThan(0);
});

test('STATE-02a the ui area has the specified fields', () => {
  expect(Object.keys(initialUi).toSorted()).toEqual(
    [
      'uiConfig',
      'venueVersion',
      'loginEnabled',
      'loginConfigurations',
      'headerHeight',
      'serverTime',
      'activeDialogStack',
      'widgetsWithNavigationGuards',
      'wantToNavigate',
      'routerGuardsChecking',
    ].toSorted(),
  );
});

test('STATE-02b a login counts as required until the login options are loaded, so that nothing protected is shown before', () => {
  expect(useUi.getState().loginEnabled).toBe(true);
});

test('STATE-03a an error has a code and a message until it is cleared', () => {
  expect(useErrors.getState().globalError).toEqual({ hasErrors: false, code: null, message: '' });
  raiseGlobalError('PROCESSING_ERROR', 'it broke', 'r-1');
  expect(useErrors.getState().globalError).toEqual({
    hasErrors: true,
    code: 'PROCESSING_ERROR',
    message: 'it broke',
    requestId: 'r-1',
  });
  clearGlobalError();
  expect(useErrors.getState().globalError.hasErrors).toBe(false);
});

test('STATE-03b ERROR-03a suppressing increments the counter, allowing decrements it, never below 0', () => {
  const count = () => useErrors.getState().suppressDefaultErrorDialog;
  suppressDefaultErrorDialog(false);
  expect(count()).toBe(0);
  suppressDefaultErrorDialog(true);
  suppressDefaultErrorDialog(true);
  expect(count()).toBe(2);
  suppressDefaultErrorDialog(false);
  suppressDefaultErrorDialog(false);
  suppressDefaultErrorDialog(false);
  expect(count()).toBe(0);
});

test('ERROR-03b the dialog is visible with an error and a suppression counter of 0', () => {
  const visible = () => isErrorDialogVisible(useErrors.getState());
  expect(visible()).toBe(false);
  raiseGlobalError('NOT_REACHABLE', '');
  expect(visible()).toBe(true);
  suppressDefaultErrorDialog(true);
  expect(visible()).toBe(false);
});

test('VERSION-06d a venue is accepted only with exactly one architecture', () => {
  const visit = createVisit();
  const venue = visit.get(createVenueState);
  const one = venueWith(['lobby']);
  setVenue(visit, one, version);
  expect(venue.getState().architecture?.id).toBe('nightfall');
  expect(venue.getState().assets.has('logo')).toBe(true);
  for (const architectures of [[], [...one.architectures, ...one.architectures]]) {
    expect(() => setVenue(visit, { ...one, architectures }, version)).toThrow('exactly one architecture');
  }
});

test('VERSION-07d the current area stays if the new version still has it, and is null otherwise', () => {
  const visit = createVisit();
  const venue = visit.get(createVenueState);
  setVenue(visit, venueWith(['lobby', 'expo']), version);
  venue.setState({ currentAreaId: 'expo' });
  setVenue(visit, venueWith(['expo']), version);
  expect(venue.getState().currentAreaId).toBe('expo');
  setVenue(visit, venueWith(['lobby']), version);
  expect(venue.getState().currentAreaId).toBeNull();
});

test('GUARD-10a clearing the venue resets the whole venue state', () => {
  const visit = createVisit();
  const venue = visit.get(createVenueState);
  setVenue(visit, venueWith(['lobby']), version);
  clearVenue(visit);
  expect(venue.getState()).toMatchObject(initialVenue);
});

test('what belongs to a venue ends when another one is opened or none, and with the visit, but not with a new version', () => {
  const visit = createVisit();
  const venue = visit.get(createVenueState);
  setVenue(visit, venueWith(['lobby']), version);
  const { signal } = venue.getState().session;
  setVenue(visit, venueWith(['lobby', 'expo']), { ...version, version: 5, publishedVersion: 5 });
  expect(signal.aborted).toBe(false);
  const other = venueWith(['lobby']);
  setVenue(
    visit,
    { ...other, architectures: other.architectures.map((each) => ({ ...each, id: 'fog' })) },
    version,
  );
  expect(signal.aborted).toBe(true);
  const next = venue.getState().session.signal;
  clearVenue(visit);
  expect([next.aborted, venue.getState().session.signal.aborted]).toEqual([true, false]);
  visit.end();
  expect(venue.getState().session.signal.aborted).toBe(true);
});

test('SESSION-10am the page follows the open venue from visit to visit, and no longer that of an earlier visit', () => {
  const seen: unknown[] = [];
  const first = currentVisit();
  followVenue(({ architecture }, before) => seen.push([before.architecture?.id, architecture?.id]));
  setVenue(first, venueWith(['lobby']), version);
  beginVisit();
  expect(currentVenue()).toMatchObject(initialVenue);
  setVenue(currentVisit(), venueWith(['lobby']), version);
  setVenue(first, venueWith(['expo']), version);
  clearVenue(first);
  expect(seen).toEqual([
    [undefined, 'nightfall'],
    ['nightfall', undefined],
    [undefined, 'nightfall'],
  ]);
});

test('ROUTE-10a the default area is the configured one, else the first; so is the default viewpoint', () => {
  const defaultAreaIn = (venue: ReturnType<typeof venueWith>) => {
    const [architecture] = venue.architectures;
    return architecture ? defaultArea(architecture)?.id : undefined;
  };
  expect(defaultAreaIn(venueWith(['lobby', 'expo'], 'expo'))).toBe('expo');
  expect(defaultAreaIn(venueWith(['lobby', 'expo']))).toBe('lobby');
  expect(defaultAreaIn(venueWith(['lobby'], 'gone'))).toBe('lobby');
  expect(defaultAreaIn(venueWith([]))).toBeUndefined();
  const viewPoints = ['door', 'stage'].map((id) => ({ id, background: { assetId: 'logo' }, doors: [] }));
  const room = { id: 'lobby', names: [], viewMode: 'VIEW_2D' as const, contentWidgets: [], viewPoints };
  expect(defaultViewpoint(room)?.id).toBe('door');
  expect(defaultViewpoint({ ...room, defaultViewpointId: 'stage' })?.id).toBe('stage');
});

test('SESSION-08 the user state has the specified fields', () => {
  expect(Object.keys(initialUser).toSorted()).toEqual(
    [
      'isLoggedIn',
      'user',
      'authToken',
      'trackingConsentGiven',
      'localStorageCookieProviders',
      'profileState',
      'roles',
    ].toSorted(),
  );
});

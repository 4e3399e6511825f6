import { venue as venueSchema, type Venue, type VenueVersion } from '@foyer/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useUi } from '../state/ui.ts';
import { initialUser, useUser } from '../state/user.ts';
import { currentVenue } from '../state/venue.ts';
import { beginVisit, currentVisit } from '../visit/currentVisit.ts';
import { createVenueLoader, ensureVenue } from './loadVenue.ts';

const version: VenueVersion = {
  mode: 'LIVE',
  version: 1,
  publishedVersion: 1,
  publishedArchitectureId: 'fog',
};

/** Pending requests for the venue. */
let requests: ((venue: Venue) => void)[] = [];
beforeEach(() => {
  requests = [];
  vi.stubGlobal('location', new URL('https://venue.example.org/v/fog'));
  vi.stubGlobal(
    'fetch',
    () =>
      new Promise<Response>((resolve) => {
        requests.push((venue) => resolve(Response.json(venue)));
      }),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  useUser.setState(initialUser);
  beginVisit();
});
const waitForRequests = (count: number) => vi.waitFor(() => expect(requests).toHaveLength(count));

const area = { id: 'lobby', names: [], viewPoints: [], viewMode: 'VIEW_2D' };
const venueOf = (name: string): Venue =>
  venueSchema.parse({ architectures: [{ id: 'fog', name, areas: [area] }], assets: [] });
const loader = () => currentVisit().get(createVenueLoader);
const shown = () => currentVenue().architecture?.name;

test('SESSION-05l a venue that arrives after the logout is not shown', async () => {
  const loading = loader().fetchVenue('fog', version);
  await waitForRequests(1);
  beginVisit();
  requests[0]?.(venueOf('of a host'));
  await loading;
  expect(shown()).toBeUndefined();
});

test('SESSION-05m the next user gets the venue by their own roles, not the response to an earlier request', async () => {
  const before = loader().fetchVenue('fog', version);
  await waitForRequests(1);
  beginVisit();
  const after = loader().fetchVenue('fog', version);
  await waitForRequests(2);
  requests[1]?.(venueOf('of an attendee'));
  await after;
  requests[0]?.(venueOf('of a host'));
  await before;
  expect(shown()).toBe('of an attendee');
});

test('SESSION-05o a venue without a login is loaded again if the user leaves while it is loading', async () => {
  useUi.setState({ venueVersion: version, loginEnabled: false });
  const opening = ensureVenue('fog');
  await waitForRequests(1);
  beginVisit();
  requests[0]?.(venueOf('of a host'));
  await waitForRequests(2);
  requests[1]?.(venueOf('of a visitor'));
  await opening;
  expect(shown()).toBe('of a visitor');
});

test('SESSION-05p a venue with a login is not requested again if the user leaves while it is loading', async () => {
  useUi.setState({ venueVersion: version, loginEnabled: true });
  const opening = ensureVenue('fog');
  await waitForRequests(1);
  beginVisit();
  requests[0]?.(venueOf('of a host'));
  await opening;
  expect([requests.length, shown()]).toEqual([1, undefined]);
});

test('MEET-06g a venue with a login is loaded again if the roles of its user change while it is loading', async () => {
  useUi.setState({ venueVersion: version, loginEnabled: true });
  useUser.setState({ isLoggedIn: true });
  const opening = ensureVenue('fog');
  await waitForRequests(1);
  void loader().reloadVenue();
  requests[0]?.(venueOf('of a host'));
  await waitForRequests(2);
  requests[1]?.(venueOf('of an attendee'));
  await opening;
  expect(shown()).toBe('of an attendee');
});

test('a venue that is requested before the previous one has arrived is the one that is opened', async () => {
  useUi.setState({ venueVersion: version, loginEnabled: false });
  const first = ensureVenue('fog');
  await waitForRequests(1);
  const second = ensureVenue('hall');
  await waitForRequests(2);
  requests[1]?.({
    ...venueOf('the hall'),
    architectures: venueOf('the hall').architectures.map((each) => ({ ...each, id: 'hall' })),
  });
  await second;
  requests[0]?.(venueOf('the fog'));
  await first;
  expect([shown(), requests.length]).toEqual(['the hall', 2]);
});

test('a newer version replaces one that is still being loaded, and equal requests share one', async () => {
  const older = loader().fetchVenue('fog', version);
  await waitForRequests(1);
  const newer = { ...version, version: 2, publishedVersion: 2 };
  const both = [loader().fetchVenue('fog', newer), loader().fetchVenue('fog', newer)];
  await waitForRequests(2);
  requests[1]?.(venueOf('the newer one'));
  expect(await Promise.all(both)).toEqual(['opened', 'opened']);
  requests[0]?.(venueOf('the older one'));
  expect(await older).toBe('replaced');
  expect([shown(), requests.length]).toEqual(['the newer one', 2]);
});

test('on the stage the end of the visit ends the request for the version, which is no error of the page', async () => {
  vi.stubGlobal('document', { querySelector: () => ({ content: '/stage' }), getElementById: () => null });
  vi.resetModules();
  const [{ ensureVersion }, visits] = await Promise.all([
    import('./loadVenue.ts'),
    import('../visit/currentVisit.ts'),
  ]);
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  const opening = ensureVersion();
  await waitForRequests(1);
  visits.beginVisit();
  requests[0]?.(venueOf('of no one'));
  await expect(opening).rejects.toMatchObject({ name: 'AbortError' });
  expect(logged).not.toHaveBeenCalled();
  logged.mockRestore();
});

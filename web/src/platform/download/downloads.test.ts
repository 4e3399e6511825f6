import type { Architecture, Asset } from '@foyer/contract';
import { beforeEach, expect, test, vi } from 'vitest';
import { initialUser, useUser } from '../state/user.ts';
import { initialVenue, useVenue } from '../state/venue.ts';
import { useDownloads } from './downloadList.ts';
import { cancelDownload, retryDownload, startDownload } from './downloads.ts';

let requests: { readonly url: string; readonly signal: AbortSignal | null | undefined }[];
/** The URLs that the browser was to download. */
let clicked: string[];
/** What the server responds; undefined: nothing. */
let respond: (url: string) => Response | undefined;

const file = { assetId: 'plan', name: 'The plan', bytes: 10 };
const states = (): string[] => useDownloads.getState().list.map(({ state }) => state);
const openVenue = (id: string, assets: readonly Partial<Asset>[] = []): void =>
  useVenue.setState({
    architecture: { id } as Architecture,
    assets: new Map(assets.map((asset) => [asset.id ?? '', asset as Asset])),
  });

beforeEach(() => {
  for (const { assetId } of useDownloads.getState().list) cancelDownload(assetId);
  useUser.setState(initialUser);
  useVenue.setState(initialVenue);
  requests = [];
  clicked = [];
  respond = () => undefined;
  vi.stubGlobal('fetch', (url: string, { signal }: RequestInit) => {
    requests.push({ url, signal });
    const response = respond(url);
    return response ? Promise.resolve(response) : new Promise(() => undefined);
  });
  vi.stubGlobal('document', {
    getElementById: () => null,
    createElement: () => ({
      href: '',
      click() {
        clicked.push(this.href);
      },
    }),
  });
});

test('ASSET-03cb downloads end with the session of their user, also those that failed', async () => {
  const user = { userId: 'ada', email: 'ada@example.org', attributes: {} };
  useUser.setState({ isLoggedIn: true, user });
  openVenue('fair');
  await startDownload(file);
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  respond = () => new Response('', { status: 404 });
  await startDownload({ ...file, assetId: 'other' });
  await vi.waitFor(() => expect(states()).toEqual(['running', 'gone']));
  // A change of the profile.
  useUser.setState({ user: { ...user, email: 'ada@example.com' } });
  expect(states()).toEqual(['running', 'gone']);
  useUser.setState({ isLoggedIn: false, user: null });
  expect(states()).toEqual([]);
  expect(requests[0]?.signal?.aborted).toBe(true);
});

test('ASSET-03cc a failed download is tried again in its venue and its place, although another venue is open', async () => {
  openVenue('fair', [{ id: 'plan', generation: 3 }]);
  respond = () => new Response('', { status: 403 });
  await startDownload(file);
  await startDownload({ ...file, assetId: 'other' });
  await vi.waitFor(() => expect(states()).toEqual(['failed', 'failed']));
  openVenue('congress');
  respond = () => undefined;
  retryDownload('plan');
  expect(states()).toEqual(['running', 'failed']);
  await vi.waitFor(() => expect(requests).toHaveLength(3));
  expect(requests[2]?.url).toBe(
    '/api/ui/architecture/fair/assets/plan/download?attachment=true&generation=3',
  );
});

test('ASSET-03cd a large file is an attachment that the browser downloads; one that the venue does not have is an error', async () => {
  const large = { ...file, bytes: 300 * 1024 * 1024 };
  await expect(startDownload(large)).rejects.toMatchObject({ name: 'AssetFailure', status: 404 });
  openVenue('fair', [{ id: 'plan', uri: '/backend-assets/live/fair/plan/3' }]);
  respond = () => Response.json({ signedUrl: '/backend-assets/live/fair/plan/3?expires=1&signature=s' });
  expect(await startDownload(large)).toBe('browser');
  expect(clicked).toEqual(['/backend-assets/live/fair/plan/3?expires=1&signature=s&attachment=true']);
  expect(states()).toEqual([]);
});

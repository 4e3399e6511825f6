import type { Architecture, Asset } from '@foyer/contract';
import { beforeEach, expect, test, vi } from 'vitest';
import { initialUser, useUser } from '../state/user.ts';
import { createVenueState } from '../state/venue.ts';
import { beginVisit, currentVisit } from '../visit/currentVisit.ts';
import { createVisit, type Visit } from '../visit/visit.ts';
import { createDownloadList } from './downloadList.ts';
import { createDownloads, type Downloads } from './downloads.ts';

let requests: { readonly url: string; readonly signal: AbortSignal | null | undefined }[];
/** The URLs that the browser was to download. */
let clicked: string[];
/** What the server responds; undefined: nothing. */
let respond: (url: string) => Response | undefined;

const file = { assetId: 'plan', name: 'The plan', bytes: 10 };
let visit: Visit;
let downloads: Downloads;
const states = (): string[] =>
  visit
    .get(createDownloadList)
    .getState()
    .list.map(({ state }) => state);
const openVenue = (id: string, assets: readonly Partial<Asset>[] = []): void =>
  visit.get(createVenueState).setState({
    architecture: { id } as Architecture,
    assets: new Map(assets.map((asset) => [asset.id ?? '', asset as Asset])),
  });

beforeEach(() => {
  beginVisit();
  visit = currentVisit();
  downloads = visit.get(createDownloads);
  useUser.setState(initialUser);
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

test('ASSET-03cb downloads end with the visit of their user, also those that failed', async () => {
  openVenue('fair');
  await downloads.start(file);
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  respond = () => new Response('', { status: 404 });
  await downloads.start({ ...file, assetId: 'other' });
  await vi.waitFor(() => expect(states()).toEqual(['running', 'gone']));
  visit.end();
  expect(requests[0]?.signal?.aborted).toBe(true);
  expect(createVisit().get(createDownloadList).getState().list).toEqual([]);
});

test('ASSET-03cc a failed download is tried again in its venue and its place, although another venue is open', async () => {
  openVenue('fair', [{ id: 'plan', generation: 3 }]);
  respond = () => new Response('', { status: 403 });
  await downloads.start(file);
  await downloads.start({ ...file, assetId: 'other' });
  await vi.waitFor(() => expect(states()).toEqual(['failed', 'failed']));
  openVenue('congress');
  respond = () => undefined;
  downloads.retry('plan');
  expect(states()).toEqual(['running', 'failed']);
  await vi.waitFor(() => expect(requests).toHaveLength(3));
  expect(requests[2]?.url).toBe(
    '/api/ui/architecture/fair/assets/plan/download?attachment=true&generation=3',
  );
});

test('ASSET-03cd a large file is an attachment that the browser downloads; one that the venue does not have is an error', async () => {
  const large = { ...file, bytes: 300 * 1024 * 1024 };
  await expect(downloads.start(large)).rejects.toMatchObject({ name: 'AssetFailure', status: 404 });
  openVenue('fair', [{ id: 'plan', uri: '/backend-assets/live/fair/plan/3' }]);
  respond = () => Response.json({ signedUrl: '/backend-assets/live/fair/plan/3?expires=1&signature=s' });
  expect(await downloads.start(large)).toBe('browser');
  expect(clicked).toEqual(['/backend-assets/live/fair/plan/3?expires=1&signature=s&attachment=true']);
  expect(states()).toEqual([]);
});

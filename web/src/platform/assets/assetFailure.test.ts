import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { initialUi, useUi } from '../state/ui.ts';
import { AssetFailure, fetchStatus, logPictureFailure } from './assetFailure.ts';

const written: string[] = [];

beforeEach(() => {
  written.length = 0;
  vi.stubGlobal('location', new URL('https://venue.example.org/v/nightfall'));
  useUi.setState({ loginEnabled: false });
  for (const method of ['error', 'warn'] as const)
    vi.spyOn(console, method).mockImplementation((...parts: unknown[]) =>
      written.push(`${method}: ${parts.map(String).join(' ')}`),
    );
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  useUi.setState(initialUi);
});

test.each([200, 301, 302, 304])(
  'ASSET-05a a picture that cannot be shown although its URL responds with %i is a warning',
  (status) => {
    logPictureFailure('logo', new AssetFailure('logo', status));
    expect(written).toEqual([
      `warn: [ASSET] picture logo cannot be shown AssetFailure: asset logo: status ${status}`,
    ]);
  },
);

test.each([
  ['no response', new AssetFailure('logo', 0)],
  ['status 404', new AssetFailure('logo', 404)],
  ['status 500', new AssetFailure('logo', 500)],
  ['no signature', new Error('no signature')],
])('ASSET-05b a picture that cannot be shown with %s is an error', (reason, failure) => {
  logPictureFailure('logo', failure);
  expect(written).toEqual([expect.stringMatching(new RegExp(`^error: .*cannot be shown .*${reason}$`))]);
});

test('ASSET-05c a redirect is not followed to find out the status of a picture', async () => {
  const redirect = { type: 'opaqueredirect', status: 0 } as Response;
  const request = vi.fn(async () => redirect);
  vi.stubGlobal('fetch', request);
  expect(await fetchStatus('/backend-assets/live/logo/1')).toBe(302);
  expect(request).toHaveBeenCalledExactlyOnceWith('/backend-assets/live/logo/1', {
    method: 'HEAD',
    headers: {},
    redirect: 'manual',
  });
});

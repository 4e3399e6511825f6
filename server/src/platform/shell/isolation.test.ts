/** Cross-origin isolation, and what it must not block. */
import { getProfilePicture, uploadAsset, uploadProfilePicture } from '@foyer/contract';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createWebDir, startFoyer, type Foyer } from '#testing/foyer';
import { exampleVenue, publishExample } from '#testing/venues';

const built = {
  'index.html': '<!doctype html><html><head></head><body></body></html>',
  'assets/index-1a2b.js': 'export {};',
  'assets/index-1a2b.css': 'a{}',
  'assets/plex-1a2b.woff2': 'a font',
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
};
const start = async (): Promise<Foyer> => startFoyer({ webDir: await createWebDir(built) });

const embedder = ({ headers }: Response): string | null => headers.get('cross-origin-embedder-policy');

const pages = [
  '/',
  '/v/nightfall/area/lobby',
  '/login',
  '/nightfall/area/lobby',
  '/stage/v/nightfall/area/lobby',
];
const isolating = ['coi', 'coi=', 'coi=1', 'coi=0', 'coi=1&coi=2', 'lang=de&coi=1', 'coi=1&view=text'];
const plain = ['', 'lang=coi', 'coin=1', 'Coi=1', 'redirect=%2F%3Fcoi%3D1'];

test('COI-02a pages are isolated if their query has coi, and no others', async () => {
  const foyer = await start();
  await publishExample(foyer);
  const found: Record<string, unknown> = {};
  const expected: Record<string, unknown> = {};
  // The second response is a prepared one. Pages with and without the parameter alternate, because both are cached.
  for (const time of ['first', 'second'])
    for (const path of pages)
      for (const [index, query] of [...isolating, ...plain].entries()) {
        const response = await foyer.fetch(`${path}${query === '' ? '' : `?${query}`}`);
        const key = `${time} ${path}?${query}`;
        const { headers } = response;
        found[key] = [response.status, embedder(response), headers.get('cross-origin-opener-policy')];
        expected[key] = [200, index < isolating.length ? 'require-corp' : null, 'same-origin'];
      }
  expect(found).toEqual(expected);
});

test('COI-02b the responses to HEAD and to a conditional request isolate the page as well', async () => {
  const foyer = await start();
  const url = '/login?coi=1';
  const etag = (await foyer.fetch(url)).headers.get('etag') ?? '';
  const unchanged = await foyer.fetch(url, { headers: { 'if-none-match': etag } });
  expect([unchanged.status, embedder(unchanged)]).toEqual([304, 'require-corp']);
  expect(embedder(await foyer.fetch(url, { method: 'HEAD' }))).toBe('require-corp');
});

test('COI-02c what pages load from this server allows isolated pages to load it', async () => {
  const foyer = await start();
  const venue = exampleVenue();
  await publishExample(foyer, venue);
  const png = new Uint8Array(
    await sharp({ create: { width: 16, height: 16, channels: 3, background: '#f70041' } })
      .png()
      .toBuffer(),
  );
  const headers = { 'content-type': 'image/png' };
  await foyer.must(uploadAsset, { params: { assetId: 'logo' }, query: {}, body: png }, { headers });
  const ada = await foyer.account();
  await foyer.must(uploadProfilePicture, { body: png }, { as: ada, headers });
  const picture = await foyer.call(
    getProfilePicture,
    { params: { architectureId: 'nightfall', userId: ada.id }, query: {} },
    { as: ada },
  );
  expect([picture.status, picture.headers.get('cross-origin-resource-policy')]).toEqual([200, 'same-origin']);
  const found: Record<string, unknown> = {};
  const expected: Record<string, unknown> = {};
  for (const [path, status] of Object.entries({
    '/assets/index-1a2b.js': 200,
    '/assets/index-1a2b.css': 200,
    '/assets/plex-1a2b.woff2': 200,
    '/favicon.svg': 200,
    '/ui-config.json': 200,
    '/api/ui/venue?architectureId=nightfall': 200,
    // A redirect to the URL with a generation, which is on this server as well.
    '/backend-assets/live/nightfall/logo': 307,
    '/backend-assets/live/nightfall/logo/1': 200,
    '/backend-assets/live/nightfall/none': 404,
  })) {
    const response = await foyer.fetch(path);
    found[path] = [response.status, response.headers.get('cross-origin-resource-policy')];
    expected[path] = [status, 'same-origin'];
    const { location } = Object.fromEntries(response.headers);
    expect(location ?? '/').toMatch(/^\//);
  }
  expect(found).toEqual(expected);
});

test('COI-02d scripts can be workers of isolated pages', async () => {
  const foyer = await start();
  expect(embedder(await foyer.fetch('/assets/index-1a2b.js'))).toBe('require-corp');
});

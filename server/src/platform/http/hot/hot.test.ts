import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { getVenue, checkVenueAccess, unpublishVenue, venueVersion } from '@foyer/contract';
import { expect, test } from 'vitest';
import { HotResponseTable } from '#platform/http/hot/hotResponseTable';
import { listen } from '#platform/http/listener';
import { serveHttp, type HttpDeps } from '#platform/http/server';
import { startFoyer, type Foyer } from '#testing/foyer';
import { publishNewest, exampleVenue, publishExample, saveExample } from '#testing/venues';

const venuePath = '/api/ui/venue?architectureId=nightfall';

/** The status, text and headers of a response, without headers that always differ. */
async function fetchComparable(foyer: Foyer, path: string, init: RequestInit = {}) {
  const response = await foyer.fetch(path, init);
  const headers = Object.fromEntries(response.headers);
  for (const name of ['date', 'x-request-id', 'keep-alive']) delete headers[name];
  return { status: response.status, headers, text: await response.text() };
}

test.each([
  ['the venue', venuePath],
  ['the version', '/api/venue/version'],
])('%s has the same status, headers and body as a hot response and from its route', async (_title, path) => {
  const foyer = await startFoyer();
  await publishExample(foyer);
  const withKey = { headers: await foyer.credentials('admin') };
  expect(await fetchComparable(foyer, path, withKey)).toEqual(await fetchComparable(foyer, path));
  const unusual = path.includes('?') ? `${path}&` : `${path}?`;
  expect(await fetchComparable(foyer, unusual)).toEqual(await fetchComparable(foyer, path));
});

test('the venue is sent in the accepted encoding, each with its own ETag', async () => {
  const foyer = await startFoyer();
  await publishExample(foyer);
  const tags = new Set<string>();
  for (const encoding of ['identity', 'gzip', 'br']) {
    const response = await foyer.fetch(venuePath, { headers: { 'accept-encoding': encoding } });
    expect(response.headers.get('content-encoding') ?? 'identity').toBe(encoding);
    expect(response.headers.get('cache-control')).toBe('private, no-cache');
    expect(((await response.json()) as { architectures: unknown[] }).architectures).toHaveLength(1);
    tags.add(response.headers.get('etag') ?? '');
  }
  expect(tags.size).toBe(3);
});

test('If-None-Match gets 304, also with a list, a weak tag or *', async () => {
  const foyer = await startFoyer();
  await publishExample(foyer);
  const tag = (await foyer.fetch(venuePath)).headers.get('etag') ?? '';
  for (const tags of [tag, `"other", ${tag}`, `W/${tag}`, '*']) {
    const response = await foyer.fetch(venuePath, { headers: { 'if-none-match': tags } });
    expect([tags, response.status, await response.text()]).toEqual([tags, 304, '']);
    expect(response.headers.get('etag')).toBe(tag);
  }
  expect((await foyer.fetch(venuePath, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
});

test('publishing and unpublishing take effect immediately', async () => {
  const foyer = await startFoyer();
  await publishExample(foyer);
  const title = async () => /"text":"([^"]*)"/.exec(await (await foyer.fetch(venuePath)).text())?.[1];
  expect(await title()).toBe('Nightfall 26');
  const renamed = exampleVenue();
  const [architecture] = renamed.architectures;
  if (architecture) architecture.titles = [{ locale: 'en', text: 'Daybreak 27' }];
  await saveExample(foyer, renamed, 1);
  expect(await title()).toBe('Nightfall 26');
  await publishNewest(foyer, 'nightfall');
  expect(await title()).toBe('Daybreak 27');
  await foyer.must(unpublishVenue, {});
  expect((await foyer.fetch(venuePath)).status).toBe(404);
  expect(venueVersion.parse(await (await foyer.fetch('/api/venue/version')).json()).publishedVersion).toBe(
    -1,
  );
});

test('hot responses of the stage are sent only to authorized callers', async () => {
  const foyer = await startFoyer();
  await saveExample(foyer);
  const path = '/stage/api/venue/version';
  const cookie = await foyer.openStage();
  expect((await foyer.fetch(path, { headers: { cookie } })).status).toBe(200);
  expect((await foyer.fetch(path, { headers: { cookie } })).status).toBe(200);
  expect((await foyer.fetch(path)).status).toBe(401);
  expect((await foyer.fetch(path, { headers: { cookie: `foyer_stage=${'x'.repeat(43)}` } })).status).toBe(
    401,
  );
  foyer.advance(12 * 3_600_000);
  expect((await foyer.fetch(path, { headers: { cookie } })).status).toBe(401);
});

test('HEAD of the venue is authorized like GET, without a body', async () => {
  const foyer = await startFoyer();
  await publishExample(foyer);
  for (const [as, mode, status] of [
    ['anonymous', 'LIVE', 200],
    ['stage', 'STAGE', 200],
    ['anonymous', 'STAGE', 401],
  ] as const) {
    const { bytes, status: found } = await foyer.call(checkVenueAccess, {}, { as, mode });
    expect([as, mode, found, bytes.length]).toEqual([as, mode, status, 0]);
  }
  expect(
    (await foyer.call(getVenue, { query: { architectureId: 'other' } }, { as: 'anonymous' })).status,
  ).toBe(404);
});

test('/livez succeeds while the process runs, /readyz while its dependencies are usable', async () => {
  const foyer = await startFoyer();
  const responses = async (path: string) => {
    const response = await foyer.fetch(path);
    return [response.status, response.headers.get('retry-after'), await response.text()] as const;
  };
  expect(await responses('/livez')).toEqual([200, null, '{"status":"ok"}']);
  expect(await responses('/readyz')).toEqual([200, null, '{"status":"ok"}']);
  await foyer.running.storage.close();
  foyer.advance(1_000);
  const [status, retryAfter, text] = await responses('/readyz');
  expect([status, retryAfter]).toEqual([503, '5']);
  expect(text).toContain('Not usable: storage.');
  expect((await responses('/livez'))[0]).toBe(200);
});

test('/readyz fails when the data folder is missing', async () => {
  const foyer = await startFoyer();
  await rm(join(foyer.dataDir, 'blobs'), { recursive: true });
  expect(await (await foyer.fetch('/readyz')).text()).toContain(
    'Not usable: files (DATA_DIR: The storage is temporarily unavailable.).',
  );
  expect(foyer.takeErrors()).toMatchObject([{ msg: 'storage is not usable', setting: 'DATA_DIR' }]);
});

test('the server does not start with a route without a policy', async () => {
  const listener = await listen({ host: '127.0.0.1', port: 0 });
  const route = { endpoint: getVenue, handle: async () => undefined };
  const deps = { listener, routes: [route], pages: [], config: { trustedProxies: [] } };
  const start = serveHttp({ ...deps, hot: {} as HotResponseTable } as unknown as HttpDeps);
  await expect(start).rejects.toThrow('The route getVenue has no policy');
  await listener.stop(0);
});

test('only GET and HEAD requests can be hot', () => {
  const hot = new HotResponseTable({
    common: {},
    findCachedReader: () => ({ kind: 'anonymous' }),
    nextId: () => 'id',
  });
  expect(() => hot.remove('LIVE', 'POST /ui/venue')).toThrow('Not a GET or HEAD request');
  expect(() => hot.remove('LIVE', 'GET ui/venue')).toThrow('Not a GET or HEAD request');
});

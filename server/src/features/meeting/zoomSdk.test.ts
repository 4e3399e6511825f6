import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zoomEnv } from '@foyer/standins/zoomAccount';
import { expect, onTestFinished, test } from 'vitest';
import { migratedDatabase } from '#testing/database';
import { createWebDir, startFoyer, type Foyer } from '#testing/foyer';
import { publishExample } from '#testing/venues';
import { installZoomSdk } from './installZoomSdk.ts';
import {
  announcedVersion,
  createArchive,
  startWithZoom,
  waitForVersion,
  webFiles,
  zoomEntries,
} from './testing/zoomPackage.ts';

const withPages = async () => ({ webDir: await createWebDir(webFiles) });

const script = '/zoom-sdk/6.2.0/zoom-meeting-6.2.0.min.js';
const header = ({ headers }: Response, name: string) => headers.get(name);

test('COI-02e the page of the SDK has its own policy, which only this page has', async () => {
  const foyer = await startWithZoom(await withPages());
  await publishExample(foyer);
  for (const time of ['first', 'second']) {
    const response = await foyer.fetch('/zoom.html?anything=1');
    expect([time, response.status, await response.text()]).toEqual([time, 200, webFiles['zoom.html']]);
    expect(header(response, 'content-type')).toBe('text/html; charset=utf-8');
    expect(header(response, 'content-security-policy')?.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self' 'unsafe-eval' 'wasm-unsafe-eval' blob: https://zoom.us/api/v1/wc/info",
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' blob: data: https://*.zoom.us",
      "media-src 'self' blob: data: https://*.zoom.us",
      "connect-src 'self' blob: data: https://zoom.us https://*.zoom.us wss://*.zoom.us",
      "font-src 'self' data:",
      "worker-src 'self' blob:",
      "frame-ancestors 'self'",
      "base-uri 'none'",
      "form-action 'self'",
    ]);
    // Without these two the browser does not show the page in an isolated one.
    expect(header(response, 'cross-origin-embedder-policy')).toBe('require-corp');
    expect(header(response, 'cross-origin-resource-policy')).toBe('same-origin');
    expect(header(response, 'cross-origin-opener-policy')).toBe('same-origin');
    const allowed = header(response, 'permissions-policy')?.split(', ');
    for (const feature of ['camera', 'microphone', 'display-capture', 'fullscreen', 'cross-origin-isolated'])
      expect(allowed).toContain(`${feature}=(self)`);
    expect(allowed).toContain('geolocation=()');
  }
});

test('COI-02f all other responses refuse to be framed, also where Zoom runs in the page', async () => {
  const foyer = await startWithZoom(await withPages());
  await publishExample(foyer);
  for (const path of [
    '/',
    '/?coi=1',
    '/v/nightfall/area/lobby?coi=1',
    '/login',
    '/stage/',
    '/stage-link?code=x',
    '/zoom.htm',
    '/zoom.html/',
    '/index.html',
    '/api/docs',
    '/api/venue/version',
    '/backend-assets/live/nightfall/logo/1',
    '/livez',
    '/nothing.txt',
  ]) {
    const policy = header(await foyer.fetch(path), 'content-security-policy');
    expect([path, policy]).toEqual([path, expect.stringMatching(/frame-ancestors 'none'|^sandbox; /)]);
    expect(policy).not.toContain('unsafe');
  }
});

test('COI-02g files of the SDK are sent compressed, cached for a year, and as workers of isolated pages', async () => {
  const foyer = await startWithZoom();
  const get = (path: string, encoding: string) =>
    foyer.fetch(path, { headers: { 'accept-encoding': encoding } });
  const compressed = await get(script, 'gzip, br');
  expect(compressed.status).toBe(200);
  expect(Object.fromEntries(compressed.headers)).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    vary: 'accept-encoding',
  });
  expect(header(compressed, 'content-security-policy')).toBeNull();
  const plain = await get(script, 'identity');
  expect([header(plain, 'content-encoding'), header(plain, 'content-length')]).toEqual([null, '420']);
  expect(await compressed.text()).toBe(await plain.text());
  const types = ['lib/av/tp.wasm', 'lib/image/earth.jpg'].map(async (path) =>
    header(await get(`/zoom-sdk/6.2.0/${path}`, 'br'), 'content-type'),
  );
  expect(await Promise.all(types)).toEqual(['application/wasm', 'image/jpeg']);
  const part = await foyer.fetch('/zoom-sdk/6.2.0/lib/image/earth.jpg', { headers: { range: 'bytes=2-4' } });
  expect([part.status, header(part, 'content-range'), await part.text()]).toEqual([
    206,
    'bytes 2-4/9',
    'pic',
  ]);
  const beyond = await foyer.fetch('/zoom-sdk/6.2.0/lib/image/earth.jpg', { headers: { range: 'bytes=9-' } });
  expect([beyond.status, header(beyond, 'content-range')]).toEqual([416, 'bytes */9']);
  const picture = await get('/zoom-sdk/6.2.0/ui/1b916.svg', 'br');
  expect(header(picture, 'content-security-policy')).toContain('sandbox');
  const head = await foyer.fetch(script, { method: 'HEAD' });
  expect([head.status, header(head, 'content-length'), await head.text()]).toEqual([200, '420', '']);
});

test.each([
  '/zoom-sdk/6.2.1/zoom-meeting-6.2.0.min.js',
  '/zoom-sdk/6.2.0/zoom-meeting-6.2.0.min.js.br',
  '/zoom-sdk/6.2.0/lib',
  '/zoom-sdk/6.2.0/..%2fLICENSE.md',
  '/zoom-sdk/6.2.0/%2e%2e%2f%2e%2e%2finstalled.json',
])('CALL-28n there is no file %s', async (path) => {
  const foyer = await startWithZoom(await withPages());
  expect((await foyer.fetch(path)).status).toBe(404);
});

const framesOf = async (foyer: Foyer): Promise<string | undefined> =>
  /frame-src ([^;]*)/.exec(header(await foyer.fetch('/'), 'content-security-policy') ?? '')?.[1];

test('COI-02h without the SDK or its key there is no page for it, and pages say nothing of it', async () => {
  const servers: Record<string, Foyer> = {
    'no key': await startWithZoom({ ...(await withPages()), env: { ZOOM_SDK_KEY: '', ZOOM_SDK_SECRET: '' } }),
    'no SDK': await startFoyer({ ...(await withPages()), env: zoomEnv }),
  };
  for (const [what, foyer] of Object.entries(servers))
    for (const path of ['/zoom.html', '/stage/zoom.html', script]) {
      expect([what, path, (await foyer.fetch(path)).status]).toEqual([what, path, 404]);
      expect([what, await announcedVersion(foyer), await framesOf(foyer)]).toEqual([
        what,
        undefined,
        undefined,
      ]);
    }
});

test('CALL-28o a running server notices that the SDK is installed, replaced and removed', async () => {
  const foyer = await startFoyer({ ...(await withPages()), env: zoomEnv });
  expect(await announcedVersion(foyer, '/login')).toBeUndefined();
  for (const version of ['6.2.0', '6.2.1']) {
    await installZoomSdk(await createArchive(zoomEntries(version)), foyer.dataDir);
    await waitForVersion(foyer, version);
    expect([await announcedVersion(foyer, '/'), await announcedVersion(foyer, '/login?coi=1')]).toEqual([
      version,
      version,
    ]);
    expect(await framesOf(foyer)).toBe("'self'");
    expect((await foyer.fetch('/zoom.html')).status).toBe(200);
  }
  expect((await foyer.fetch(script)).status).toBe(404);
  await rm(join(foyer.dataDir, 'zoom-sdk'), { recursive: true });
  await waitForVersion(foyer, undefined);
  expect([await framesOf(foyer), (await foyer.fetch('/zoom.html')).status]).toEqual([undefined, 404]);
});

test('CALL-28u a server whose SDK cannot be read starts without it, and uses the next installation', async () => {
  const database = await migratedDatabase();
  onTestFinished(() => database.remove());
  await mkdir(join(database.dataDir, 'zoom-sdk'));
  await writeFile(join(database.dataDir, 'zoom-sdk', 'installed.json'), '');
  const foyer = await startFoyer({ ...(await withPages()), database, env: zoomEnv });
  expect(await announcedVersion(foyer)).toBeUndefined();
  await installZoomSdk(await createArchive(), database.dataDir);
  await waitForVersion(foyer, '6.2.0');
});

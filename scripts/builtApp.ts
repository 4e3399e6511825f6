/**
 * Serves the built web app to component tests: a Vite plugin for its pages and files, small versions of the test venues'
 * pictures, and the stand-in for Zoom's SDK. The tests answer all other requests themselves
 * (web/src/testing/fakeServer.ts).
 */
import { existsSync, readFileSync } from 'node:fs';
import { extname, join, normalize } from 'node:path';
import { parse } from 'zod/mini';
import sharp from 'sharp';
import type { Plugin } from 'vite';
import { venue as venueSchema, type Asset, type Venue, type VenueInput } from '@foyer/contract';
import { zoomFileAt } from '@foyer/standins/zoom';
import { build } from './build.ts';
import { sendFile } from './sendFile.ts';
import { quietDemoVenue, testAssetFiles, testVenue } from '@foyer/demo/testVenue';
import { assetFiles as demoAssetFiles } from '@foyer/demo/venue';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'web', 'dist');
const demo = join(root, 'demo');

/** Pixels. Software rendering draws a panorama of this width quickly. */
const maxPictureWidth = 1_024;

const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
  '.map': 'application/json',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.mp4': 'video/mp4',
  '.m3u8': 'application/vnd.apple.mpegurl',
  // Segments of an HLS stream (MPEG transport stream).
  '.ts': 'video/mp2t',
};

/** Paths of pages of the app; the test runner's own pages are elsewhere. */
const isPage = (path: string): boolean =>
  /^\/(stage\/)?(v|login|work-in-progress|account|somewhere|nightfall)(\/|$)/.test(path) ||
  path === '/stage/';

const isPicture = (file: string): boolean => ['.webp', '.png'].includes(extname(file));

const pictures = new Map<string, Promise<Buffer>>();
const smallPicture = (file: string): Promise<Buffer> => {
  const known = pictures.get(file);
  if (known) return known;
  const made = sharp(file).resize({ width: maxPictureWidth, withoutEnlargement: true }).toBuffer();
  pictures.set(file, made);
  return made;
};

const files = new Map<string, string>([
  ...Object.entries(demoAssetFiles).map(([id, file]) => [`demo/${id}`, join(demo, 'assets', file)] as const),
  ...Object.entries(testAssetFiles).map(([id, file]) => [`test/${id}`, join(demo, file)] as const),
]);

/** @param part of a stream (HLS), whose files are below a folder of the demo */
function assetFile(which = '', id = '', part?: string): string | undefined {
  if (part === undefined) return files.get(`${which}/${id}`);
  const file = join(demo, 'assets', id, part);
  return existsSync(file) ? file : undefined;
}

/** A venue as `GET /api/ui/venue` returns it. Its pictures are below `/backend-assets/live/{which}/`. */
async function published(input: VenueInput, which: 'demo' | 'test'): Promise<Venue> {
  const read = parse(venueSchema, input);
  const assets = await Promise.all(
    read.assets.map(async (asset): Promise<Asset> => {
      const file = files.get(`${which}/${asset.id}`);
      if (file === undefined) return asset;
      const stored = {
        uri: `/backend-assets/live/${which}/${asset.id}/1`,
        generation: 1,
        mediaType: mediaTypes[extname(file)] ?? 'application/octet-stream',
      };
      if (!isPicture(file)) return { ...asset, ...stored };
      const { width, height } = await sharp(file).metadata();
      return { ...asset, ...stored, width, height, averageColour: '#203050' };
    }),
  );
  return { ...read, assets, publishInfo: { publishedVersion: 1 } };
}

/** Both venues as a browser receives them. */
export const testVenues = async (): Promise<{ readonly test: Venue; readonly demo: Venue }> => ({
  test: await published(testVenue, 'test'),
  demo: await published(quietDemoVenue, 'demo'),
});

export const builtApp: Plugin = {
  name: 'foyer-built-app',
  configureServer(server) {
    if (build() !== 0) throw new Error('The web app cannot be built, so its component tests cannot run.');
    server.middlewares.use((request, response, next) => {
      const path = normalize((request.url ?? '').split('?')[0] ?? '');
      const send = (type: string, content: string | Buffer): void => {
        response.setHeader('content-type', type);
        response.end(content);
      };
      if (isPage(path)) {
        const base = path.startsWith('/stage') ? '/stage' : '';
        const html = readFileSync(join(dist, 'index.html'), 'utf8')
          .replace('name="foyer-base" content=""', `name="foyer-base" content="${base}"`)
          // Before the app's own scripts: the page gets the fake server of the test that opened it.
          .replace('<head>', '<head><script>parent.preparePage(window)</script>');
        send('text/html; charset=utf-8', html);
        return;
      }
      if (path.startsWith('/zoom-sdk/')) {
        const file = zoomFileAt(path);
        if (file === undefined) response.statusCode = 404;
        send('text/javascript', file ?? '');
        return;
      }
      const asset = /^\/backend-assets\/(?:live|preview)\/(\w+)\/([\w-]+)\/(?:\d+\/([\w.]+))?/.exec(path);
      const file = asset ? assetFile(asset[1], asset[2], asset[3]) : join(dist, path);
      const isBuilt = /^\/(assets\/|favicon\.svg$|zoom\.html$)/.test(path) && existsSync(join(dist, path));
      if (asset && file === undefined) {
        response.statusCode = 404;
        response.end();
      } else if (asset && file !== undefined && isPicture(file)) {
        response.setHeader('cache-control', 'max-age=3600');
        smallPicture(file).then((bytes) => send(mediaTypes[extname(file)] ?? '', bytes), next);
      } else if (file !== undefined && (asset || isBuilt)) {
        response.setHeader('cache-control', 'max-age=3600');
        const mediaType = mediaTypes[extname(file)] ?? 'application/octet-stream';
        sendFile(request, response, { mediaType, bytes: readFileSync(file) });
      } else next();
    });
  },
};

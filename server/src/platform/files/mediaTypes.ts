/** Media types of files by extension, for files that are served from a folder. */
import { extname } from 'node:path';

const mediaTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.ico': 'image/x-icon',
  '.cur': 'image/x-icon',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.mp3': 'audio/mpeg',
  '.wav': 'audio/wav',
  '.wasm': 'application/wasm',
};
/** Types that are compressed already. */
const compressedTypes = new Set(['.png', '.jpg', '.webp', '.avif', '.woff2', '.woff', '.mp3']);
/** Types that a browser would render as a page, with scripts. */
const documentTypes = new Set(['.svg', '.html']);

export const mediaTypeOf = (path: string): string => mediaTypes[extname(path)] ?? 'application/octet-stream';
export const isCompressed = (path: string): boolean => compressedTypes.has(extname(path));
export const isDocument = (path: string): boolean => documentTypes.has(extname(path));

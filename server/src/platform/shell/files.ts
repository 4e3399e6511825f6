/** Paths of missing files that browsers, crawlers and scanners request from every server. */
import type { ResponseContent } from '#platform/http/hot/preparedResponse';

const extensions =
  'ico|png|jpe?g|gif|webp|avif|svg|txt|xml|json|jsonl|js|mjs|cjs|ts|css|map|webmanifest|wasm|woff2?|ttf|md|pdf|mp4|webm|' +
  'php\\d?|aspx?|jsp|cgi|env|ini|conf|ya?ml|log|sh|sql|bak|zip|gz|br|tar';
const fileExtension = new RegExp(`\\.(?:${extensions})$`, 'i');
/** Paths of pages, whose ids may contain a dot. */
const pagePath = /^\/(?:v\/|[^/]+\/(?:area(?:\/|$)|imprint\/?$|privacy-policy\/?$))/;

/** Whether a path looks like a file, so that a request for it does not expect the web app's page. */
export const isFileLike = (path: string): boolean =>
  !pagePath.test(path) && (path.startsWith('/assets/') || path.includes('/.') || fileExtension.test(path));

const plainText = { contentType: 'text/plain; charset=utf-8' } as const;

/**
 * Crawlers may read the published venue (GUARD-09), which its pages fetch from `/api/`, but nothing for designers.
 */
const robots: ResponseContent = {
  ...plainText,
  body: 'User-agent: *\nDisallow: /api/designer/\nDisallow: /stage/\nDisallow: /stage-link\n',
  cacheControl: 'public, max-age=3600',
};
const fileNotFound: ResponseContent = {
  ...plainText,
  status: 404,
  body: 'File not found.\n',
  cacheControl: 'no-store',
};

/** The response for a missing file. */
export const missingFile = (path: string): ResponseContent =>
  path === '/robots.txt' ? robots : fileNotFound;

import { uiConfig, unpublishVenue } from '@foyer/contract';
import { brotliCompressSync, constants } from 'node:zlib';
import { expect, test } from 'vitest';
import { startFoyer, createWebDir, type Foyer, type FoyerOptions } from '#testing/foyer';
import { publishNewest, exampleVenue, publishExample, saveExample } from '#testing/venues';

const built = {
  'index.html': `<!doctype html>
<html lang="en" dir="ltr">
  <head>
    <meta charset="utf-8" />
    <meta name="foyer-base" content="" />
    <link rel="icon" href="/favicon.svg" />
    <title>Foyer</title>
    <script type="module" crossorigin src="/assets/index-1a2b.js"></script>
  </head>
  <body>
    <div id="root"></div>
  </body>
</html>
`,
  'assets/index-1a2b.js': `console.log("${'the app '.repeat(200)}");\n`,
  'assets/pdf.worker.min-5e6f.mjs': 'export {};',
  'assets/picture-3c4d.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  '.sources': 'metadata of the build',
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
};

const start = async (options: FoyerOptions = {}): Promise<Foyer> =>
  startFoyer({ webDir: await createWebDir(built), ...options });

async function page(foyer: Foyer, path: string, headers: Record<string, string> = {}) {
  const response = await foyer.fetch(path, { headers });
  return { status: response.status, headers: response.headers, html: await response.text() };
}

/** The group of the first match of a pattern. */
const found = (html: string, pattern: RegExp): string | undefined => pattern.exec(html)?.[1];
const titleOf = (html: string) => found(html, /<title>(.*?)<\/title>/);
const descriptionOf = (html: string) => found(html, /<meta name="description" content="(.*?)"/);
const headingOf = (html: string) => found(html, /<noscript><h1>(.*?)<\/h1>/);
const iconOf = (html: string) => found(html, /<link rel="icon" href="(.*?)"/);
const htmlOf = (html: string) => found(html, /(<html [^>]*>)/);

test('GUARD-08a the tab title is the configured one, or a default', async () => {
  const configured = await start({ env: { TAB_TITLE: 'Fair & <square>' } });
  expect(titleOf((await page(configured, '/')).html)).toBe('Fair &amp; &lt;square&gt;');
  expect(titleOf((await page(await start(), '/')).html)).toBe('Foyer');
});

test('GUARD-08b the favicon is the configured one, or a default image', async () => {
  const configured = await start({ env: { FAVICON: '/backend-assets/live/nightfall/icon/1' } });
  const { html } = await page(configured, '/');
  expect(iconOf(html)).toBe('/backend-assets/live/nightfall/icon/1');
  expect(html.match(/rel="icon"/g)).toHaveLength(1);
  const plain = await start();
  const icon = iconOf((await page(plain, '/')).html) ?? '';
  const response = await plain.fetch(icon);
  expect(response.headers.get('content-type')).toBe('image/svg+xml');
});

test('the content security policy allows the origin of an external favicon and no other', async () => {
  const foyer = await start({ env: { FAVICON: 'https://icons.example.org/x.png' } });
  const { headers } = await page(foyer, '/');
  expect(headers.get('content-security-policy')).toContain(
    "img-src 'self' blob: data: https://icons.example.org;",
  );
});

test('GUARD-09a the HTML of a published venue without a login contains heading and description', async () => {
  const foyer = await start();
  await publishExample(foyer);
  const { html } = await page(foyer, '/');
  expect(headingOf(html)).toBe('Nightfall 26');
  expect(descriptionOf(html)).toBe('Two evenings &amp; a view');
});

test('GUARD-09b the HTML of an unpublished venue contains neither', async () => {
  const foyer = await start();
  await saveExample(foyer);
  const before = await page(foyer, '/');
  expect(headingOf(before.html)).toBeUndefined();
  expect(descriptionOf(before.html)).toBeUndefined();
  expect(before.html).not.toContain('Nightfall');
  await publishNewest(foyer, 'nightfall');
  expect(headingOf((await page(foyer, '/')).html)).toBe('Nightfall 26');
  await foyer.must(unpublishVenue, {});
  expect((await page(foyer, '/')).html).not.toContain('Nightfall');
});

test.each([
  ['?lang=de', {}, 'Nachtfall 26', '<html lang="de" dir="ltr">'],
  ['?lang=ar', {}, 'حلول الليل ٢٦', '<html lang="ar" dir="rtl">'],
  ['', { 'accept-language': 'de-AT,de;q=0.9' }, 'Nachtfall 26', '<html lang="de" dir="ltr">'],
  ['', { 'accept-language': 'fr,ar-EG;q=0.8,de;q=0.9' }, 'Nachtfall 26', '<html lang="de" dir="ltr">'],
  ['?lang=ar', { 'accept-language': 'de' }, 'حلول الليل ٢٦', '<html lang="ar" dir="rtl">'],
  ['?lang=xx', { 'accept-language': 'de' }, 'Nachtfall 26', '<html lang="de" dir="ltr">'],
  ['?lang=de&lang=en', { 'accept-language': 'ar' }, 'حلول الليل ٢٦', '<html lang="ar" dir="rtl">'],
  ['?lang[]=de', {}, 'Nightfall 26', '<html lang="en" dir="ltr">'],
  ['?lang=%22%3E%3Cscript%3E', {}, 'Nightfall 26', '<html lang="en" dir="ltr">'],
  ['', { 'accept-language': 'xx;q=1, ;;;, *' }, 'Nightfall 26', '<html lang="en" dir="ltr">'],
] as const)(
  'GUARD-09c heading and text direction follow the requested language: %j %j',
  async (query, requestHeaders, heading, tag) => {
    const foyer = await start();
    await publishExample(foyer);
    const { html, headers } = await page(foyer, `/${query}`, { ...requestHeaders });
    expect(headingOf(html)).toBe(heading);
    expect(htmlOf(html)).toBe(tag);
    expect(headers.get('content-language')).toBe(/lang="(\w+)"/.exec(tag)?.[1]);
  },
);

test('GUARD-09d the page of an area contains the name and description of the area', async () => {
  const foyer = await start();
  await publishExample(foyer);
  for (const path of ['/v/nightfall/area/lobby', '/nightfall/area/lobby', '/v/nightfall/area/lobby?x=1']) {
    const { html } = await page(foyer, path);
    expect(headingOf(html)).toBe('Lobby · Nightfall 26');
    expect(descriptionOf(html)).toBe('Where &quot;all&quot; begins');
  }
  for (const path of ['/v/nightfall/area/none', '/v/other/area/lobby', '/v/nightfall/imprint']) {
    expect(headingOf((await page(foyer, path)).html)).toBe('Nightfall 26');
  }
});

test('a page of the stage has no description and no heading, its own base and a noindex tag', async () => {
  const foyer = await start();
  await publishExample(foyer);
  const cookie = await foyer.openStage();
  const { html, status } = await page(foyer, '/stage/v/nightfall/area/lobby', { cookie });
  expect(status).toBe(200);
  expect(html).toContain('<meta name="foyer-base" content="/stage" />');
  expect(html).toContain('href="/stage/ui-config.json"');
  expect(html).toContain('<meta name="robots" content="noindex" />');
  expect(descriptionOf(html)).toBeUndefined();
  expect((await page(foyer, '/')).html).toContain('<meta name="foyer-base" content="" />');
});

test('every page path returns the app; the path of a missing file returns 404', async () => {
  const foyer = await start();
  const paths = [
    '/',
    '/login',
    '/v/x',
    '/v/night.fall/area/a.b',
    '/stagecoach',
    '/v/%00',
    '/v/..%2f..',
    '/v/🎪',
    '/v/__proto__',
  ];
  for (const path of paths) {
    const { status, html } = await page(foyer, encodeURI(decodeURI(path)));
    expect([path, status, html.includes('id="root"')]).toEqual([path, 200, true]);
  }
  expect((await page(foyer, `/v/${'x'.repeat(5_000)}`)).status).toBe(200);
  for (const path of [
    '/assets/index-old.js',
    '/assets/../index.html.js',
    '/favicon.ico',
    '/ai-catalog.json',
    '/wp-login.php',
    '/.env',
    '/.git/config',
    '/.well-known/security.txt',
    '/.well-known/ai-catalog.json?x=1',
    '/wp/wp-admin/setup.php',
    '/backup/site.sql',
  ]) {
    const { status, headers, html } = await page(foyer, path);
    expect([path, status, html]).toEqual([path, 404, 'File not found.\n']);
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
  }
});

test('ids in page URLs may look like file names', async () => {
  const foyer = await start();
  for (const path of ['/v/fair.json', '/v/fair/area/hall.png', '/fair.zip/area/hall.png', '/fair.md/imprint'])
    expect([path, (await page(foyer, path)).status]).toEqual([path, 200]);
});

test('a default robots.txt excludes the stage and the designer API; a robots.txt of the build takes precedence', async () => {
  const foyer = await start();
  const robots = await page(foyer, '/robots.txt');
  expect([robots.status, robots.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(robots.html).toMatch(/^User-agent: \*\nDisallow: \/api\/designer\/\n/);
  const own = await startFoyer({
    webDir: await createWebDir({ ...built, 'robots.txt': 'User-agent: *\nDisallow: /\n' }),
  });
  expect((await page(own, '/robots.txt')).html).toBe('User-agent: *\nDisallow: /\n');
});

test('bad input 78e: a page URL of 20 kB gets a 414 page', async () => {
  const foyer = await start();
  for (const path of [`/v/${'x'.repeat(20_000)}`, `/stage/?x=${'x'.repeat(20_000)}`]) {
    const { status, headers, html } = await page(foyer, path);
    expect([status, headers.get('content-type')]).toEqual([414, 'text/html; charset=utf-8']);
    expect(html).toContain('The URL is too long');
  }
});

test('a URL with invalid percent-encoding returns the app like any unknown page', async () => {
  const foyer = await start();
  expect((await page(foyer, '/v/%ff')).status).toBe(200);
  expect((await page(foyer, '/v/%e0%a4%a')).status).toBe(200);
});

test('/stage without a trailing slash redirects to /stage/', async () => {
  const foyer = await start();
  const cookie = await foyer.openStage();
  const response = await page(foyer, '/stage?lang=de', { cookie });
  expect([response.status, response.headers.get('location')]).toEqual([308, '/stage/?lang=de']);
});

test('the content security policy of a page allows the app and the hosts of the venue’s videos', async () => {
  const foyer = await start();
  await publishExample(foyer);
  const { headers } = await page(foyer, '/');
  expect(headers.get('content-security-policy')?.split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob: data:",
    "media-src 'self' blob: https://media.example.org",
    "connect-src 'self' blob: https://media.example.org",
    "font-src 'self'",
    "worker-src 'self' blob:",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ]);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
});

test('VERSION-09e a page contains the sources that its policy allows, if the venue has any', async () => {
  const foyer = await start();
  const sources = async () =>
    /<meta name="foyer-sources" content="([^"]*)" \/>/.exec((await page(foyer, '/login')).html)?.[1];
  expect(await sources()).toBeUndefined();
  await publishExample(foyer);
  const origins = ['https://media.example.org'];
  expect(JSON.parse((await sources())?.replaceAll('&quot;', '"') ?? '')).toEqual({
    origins: { connect: origins, media: origins },
    permissions: {},
  });
});

test('built files are sent compressed, cached for a year and revalidated by ETag', async () => {
  const foyer = await start();
  const path = '/assets/index-1a2b.js';
  const get = (headers: Record<string, string>) => foyer.fetch(path, { headers });
  for (const encoding of ['br', 'gzip']) {
    const response = await get({ 'accept-encoding': encoding });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('vary')).toBe('accept-encoding');
    expect(await response.text()).toBe(built['assets/index-1a2b.js']);
    const etag = response.headers.get('etag') ?? '';
    expect((await get({ 'accept-encoding': encoding, 'if-none-match': etag })).status).toBe(304);
    expect((await get({ 'accept-encoding': encoding, 'if-none-match': '"other"' })).status).toBe(200);
  }
  const plain = await get({ 'accept-encoding': 'identity' });
  expect(plain.headers.get('content-encoding')).toBeNull();
  const uncompressed = await get({ 'accept-encoding': 'br;q=0, gzip;q=0' });
  expect(uncompressed.headers.get('content-encoding')).toBeNull();
});

test('files that the build has compressed are sent unchanged and have no URL of their own', async () => {
  const path = 'assets/index-1a2b.js';
  // Another quality than the server uses.
  const compressed = brotliCompressSync(built[path], { params: { [constants.BROTLI_PARAM_QUALITY]: 0 } });
  const foyer = await start({ webDir: await createWebDir({ ...built, [`${path}.br`]: compressed }) });
  const response = await foyer.fetch(`/${path}`, { headers: { 'accept-encoding': 'br' } });
  expect(response.headers.get('content-length')).toBe(String(compressed.length));
  expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(await response.text()).toBe(built[path]);
  expect((await foyer.fetch(`/${path}.br`)).status).toBe(404);
});

test('scripts have no content security policy, because it would apply to workers; SVG pictures have a strict one', async () => {
  const foyer = await start();
  for (const time of ['first', 'second']) {
    const script = await foyer.fetch('/assets/index-1a2b.js');
    expect([time, script.headers.get('content-security-policy')]).toEqual([time, null]);
    expect(script.headers.get('x-content-type-options')).toBe('nosniff');
    const picture = await foyer.fetch('/assets/picture-3c4d.svg');
    expect([time, picture.headers.get('content-security-policy')]).toEqual([
      time,
      "default-src 'none'; frame-ancestors 'none'; sandbox",
    ]);
  }
});

test('PDF-01a the worker for PDFs may compile WebAssembly and reach this server only; pages may not compile it', async () => {
  const foyer = await start();
  for (const time of ['first', 'second']) {
    const worker = await foyer.fetch('/assets/pdf.worker.min-5e6f.mjs');
    expect([time, worker.headers.get('content-security-policy')]).toEqual([
      time,
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
    ]);
    expect(worker.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect((await page(foyer, '/')).headers.get('content-security-policy')).not.toContain('wasm');
  }
});

test('CALL-24a the UI config matches the schema of the contract', async () => {
  const env = { TAB_TITLE: 'The fair', LOCALES: 'de,en', FAVICON: '/favicon.svg', USER_PRESENCE: 'false' };
  const foyer = await start({ env });
  const response = await foyer.fetch('/ui-config.json');
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('private, no-cache');
  const config = uiConfig.parse(await response.json());
  expect(config).toEqual({
    i18n: { defaultLocale: 'de', supportedLocales: ['de', 'en'] },
    features: { userPresence: false, ai: false },
    tabTitle: 'The fair',
    favicon: '/favicon.svg',
    firebase: { backend: 'embedded' },
  });
});

test('TRACK-12aa the UI config names a Matomo only if browsers load its script, and never its token', async () => {
  const env = { MATOMO_URL: 'https://stats.example.org/matomo/', MATOMO_TOKEN: '0123456789abcdef' };
  const relaying = await start({ env });
  expect(await (await relaying.fetch('/ui-config.json')).text()).not.toMatch(/stats|0123456789abcdef/);
  const loading = await start({ env: { ...env, MATOMO_SCRIPT: 'true' } });
  const text = await (await loading.fetch('/ui-config.json')).text();
  expect(uiConfig.parse(JSON.parse(text)).matomoScript).toBe('https://stats.example.org/matomo');
  expect(text).not.toContain('0123456789abcdef');
  const page = await loading.fetch('/');
  expect(page.headers.get('content-security-policy')).toContain(
    "script-src 'self' https://stats.example.org;",
  );
});

test('CALL-24b the UI config contains only what the login and waiting pages show of the published venue', async () => {
  const foyer = await start();
  const secret = exampleVenue();
  await publishExample(foyer, secret);
  const text = await (await foyer.fetch('/ui-config.json')).text();
  const { venue } = uiConfig.parse(JSON.parse(text));
  expect(venue).toMatchObject({ architectureId: 'nightfall', titles: secret.architectures[0]?.titles });
  expect((await foyer.fetch(venue?.logoUrl ?? '/none')).status).toBe(200);
  for (const word of ['lobby', 'Lobby', 'media.example.org', 'impress']) expect(text).not.toContain(word);
  await foyer.must(unpublishVenue, {});
  expect(uiConfig.parse(await (await foyer.fetch('/ui-config.json')).json()).venue).toBeUndefined();
});

const configFor = async (foyer: Foyer, headers: Record<string, string>, mode = '/stage') =>
  uiConfig.parse(await (await foyer.fetch(`${mode}/ui-config.json`, { headers })).json()).venue;

test('CALL-26c the UI config of the stage describes the staged venue, for callers with access to the stage', async () => {
  const foyer = await start();
  await saveExample(foyer);
  const cookie = await foyer.openStage();
  expect((await configFor(foyer, { cookie }))?.architectureId).toBe('nightfall');
  expect((await configFor(foyer, await foyer.credentials('admin')))?.architectureId).toBe('nightfall');
  expect(await configFor(foyer, { cookie }, '')).toBeUndefined();
});

test('ROLE-02f for other callers the UI config and the pages of the stage contain only what is published', async () => {
  const foyer = await start();
  const draft = exampleVenue();
  await saveExample(foyer, draft);
  const { cookie } = await foyer.users.of('attendee');
  for (const headers of [{}, { cookie }, { cookie: `foyer_stage=${'x'.repeat(43)}` }]) {
    expect(await configFor(foyer, headers)).toBeUndefined();
    const { html, headers: sent } = await page(foyer, '/stage/', headers);
    expect(html).not.toContain('Nightfall');
    expect(sent.get('content-security-policy')).not.toContain('media.example.org');
    // The second response comes from the cache.
    expect((await page(foyer, '/stage/', headers)).html).toBe(html);
  }
  await publishNewest(foyer, 'nightfall');
  expect((await configFor(foyer, {}))?.architectureId).toBe('nightfall');
});

test('ROLE-02g a logged-in designer gets the pages of the staged venue', async () => {
  const foyer = await start();
  await saveExample(foyer);
  const { cookie } = await foyer.users.of('designer');
  for (let time = 0; time < 2; time++) {
    expect((await configFor(foyer, { cookie }))?.architectureId).toBe('nightfall');
    const policy = (await page(foyer, '/stage/', { cookie })).headers.get('content-security-policy');
    expect(policy).toContain('media.example.org');
    expect(await configFor(foyer, {})).toBeUndefined();
  }
});

test('pages are cached per venue version', async () => {
  const foyer = await start();
  await publishExample(foyer);
  const [first, second] = [await page(foyer, '/'), await page(foyer, '/')];
  expect(second.html).toBe(first.html);
  expect(second.headers.get('etag')).toBe(first.headers.get('etag'));
  expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
  await foyer.must(unpublishVenue, {});
  expect((await page(foyer, '/')).headers.get('etag')).not.toBe(first.headers.get('etag'));
});

test('cached pages do not affect other routes', async () => {
  const foyer = await start();
  expect((await page(foyer, '/')).status).toBe(200);
  expect((await page(foyer, '/')).status).toBe(200);
  expect((await page(foyer, '/livez')).html).toBe('{"status":"ok"}');
  expect((await page(foyer, '/stage-link?code=x')).html).toContain('Open the stage');
  expect((await page(foyer, '/stage')).status).toBe(308);
  expect((await page(foyer, '/humans.txt')).status).toBe(404);
  expect((await page(foyer, '/.sources')).html).not.toContain('metadata of the build');
  expect((await page(foyer, '/backend-assets/live/nightfall/none/1')).status).toBe(404);
  expect((await foyer.fetch('/', { method: 'POST' })).status).toBe(405);
});

test('without a build of the web app, pages return 503 with instructions, and one warning is logged', async () => {
  const foyer = await startFoyer();
  const { status, html } = await page(foyer, '/');
  expect(status).toBe(503);
  expect(html).toContain('<code>npm run build</code>');
  const warnings = foyer.logged.filter(({ msg }) => String(msg).startsWith('web app'));
  expect(warnings).toMatchObject([{ level: 'warn', msg: 'web app is not built: run npm run build' }]);
  expect((await foyer.fetch('/ui-config.json')).status).toBe(200);
});

/** A manifest as Vite writes it: the entry of the page, chunks that import others, and style sheets of chunks. */
const builtWithChunks = {
  ...built,
  '.vite/manifest.json': JSON.stringify({
    'index.html': { file: 'assets/index-1a2b.js', name: 'index', isEntry: true, imports: ['_runtime.js'] },
    '_runtime.js': { file: 'assets/runtime-1.js', name: 'runtime' },
    '_area.js': {
      file: 'assets/area-2.js',
      name: 'area',
      imports: ['_runtime.js', 'index.html'],
      css: ['assets/area-3.css'],
    },
    '_language-en.js': { file: 'assets/language-en-4.js', name: 'language-en', imports: ['_runtime.js'] },
    '_language-de.js': { file: 'assets/language-de-5.js', name: 'language-de', imports: ['_runtime.js'] },
    'src/TextView.tsx': {
      file: 'assets/TextView-6.js',
      name: 'TextView',
      imports: ['_area.js'],
      css: ['assets/TextView-7.css'],
    },
    '_login.js': {
      file: 'assets/login-8.js',
      name: 'login',
      imports: ['index.html'],
      css: ['assets/login-9.css'],
    },
  }),
};
const preloadsIn = (html: string) =>
  [...html.matchAll(/<link rel="(?:modulepreload|preload)" href="(.*?)"/g)].map(([, href]) => href);
const initialUrls = ['/ui-config.json', '/api/loginOptions', '/api/venue/version'];
const venueUrl = '/api/ui/venue?architectureId=nightfall';
const areaChunks = ['/assets/area-3.css', '/assets/area-2.js'];

test.each([
  ['/', areaChunks],
  ['/v/nightfall', areaChunks],
  ['/v/nightfall/area', areaChunks],
  ['/v/nightfall/area/lobby', areaChunks],
  ['/nightfall/area/lobby?lang=en', areaChunks],
  ['/v/nightfall/area/unknown', areaChunks],
  [
    '/v/nightfall/area/lobby?view=text',
    ['/assets/TextView-7.css', '/assets/area-3.css', '/assets/TextView-6.js', '/assets/area-2.js'],
  ],
])('a page of the public venue preloads the venue and the chunks that it needs: %s', async (path, chunks) => {
  const foyer = await start({ webDir: await createWebDir(builtWithChunks) });
  await publishExample(foyer);
  const preloads = preloadsIn((await page(foyer, path)).html);
  expect(preloads).toEqual(['/assets/language-en-4.js', ...initialUrls, venueUrl, ...chunks]);
});

test('MEET-06d a page for a browser with a session does not preload the venue, which depends on the role', async () => {
  const foyer = await start({ webDir: await createWebDir(builtWithChunks) });
  await publishExample(foyer);
  const path = '/v/nightfall/area/lobby?lang=en';
  const preloads = async (cookie?: string) =>
    preloadsIn((await page(foyer, path, cookie === undefined ? {} : { cookie })).html);
  // Each page twice: the second response is a prepared one.
  for (const _ of [1, 2]) {
    expect(await preloads()).toContain(venueUrl);
    expect(await preloads('foyer_session=1')).toEqual([
      '/assets/language-en-4.js',
      ...initialUrls,
      ...areaChunks,
    ]);
  }
});

test.each(['/account/link', '/v/other/area/lobby', '/v/nightfall/imprint', '/v/nightfall/privacy-policy'])(
  'other pages preload nothing of an area: %s',
  async (path) => {
    const foyer = await start({ webDir: await createWebDir(builtWithChunks) });
    await publishExample(foyer);
    expect(preloadsIn((await page(foyer, path)).html)).toEqual(['/assets/language-en-4.js', ...initialUrls]);
  },
);

test('a page preloads the texts of its language', async () => {
  const foyer = await start({ webDir: await createWebDir(builtWithChunks) });
  const preloads = preloadsIn((await page(foyer, '/work-in-progress?lang=de')).html);
  expect(preloads).toEqual(['/assets/language-de-5.js', ...initialUrls]);
});

test.each(['', '/stage'])('the login page preloads its chunk and no requests: %s/login', async (base) => {
  const foyer = await start({ webDir: await createWebDir(builtWithChunks) });
  const preloads = preloadsIn((await page(foyer, `${base}/login?lang=de`)).html);
  expect(preloads).toEqual(['/assets/language-de-5.js', '/assets/login-9.css', '/assets/login-8.js']);
});

test('nothing of an unpublished venue is preloaded, and pages of the stage preload URLs of the stage', async () => {
  const foyer = await start({ webDir: await createWebDir(builtWithChunks) });
  await saveExample(foyer);
  const path = '/v/nightfall/area/lobby?lang=en';
  expect(preloadsIn((await page(foyer, path)).html)).toEqual(['/assets/language-en-4.js', ...initialUrls]);
  const cookie = await foyer.openStage();
  const staged = preloadsIn((await page(foyer, `/stage${path}`, { cookie })).html);
  expect(staged).toEqual(['/assets/language-en-4.js', '/stage/ui-config.json', '/stage/api/loginOptions']);
});

test.each(['{', '[]', '{"index.html":{"name":"index"}}'])(
  'a build with an invalid manifest still serves pages: %s',
  async (manifest) => {
    const webDir = await createWebDir({ ...built, '.vite/manifest.json': manifest });
    const { status, html } = await page(await start({ webDir }), '/');
    expect([status, preloadsIn(html)]).toEqual([200, initialUrls]);
  },
);

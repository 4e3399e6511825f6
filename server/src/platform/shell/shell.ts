/**
 * Serves the web app in both modes: index.html with a rendered head, `/ui-config.json` and the files of the build.
 * Pages are rendered once per venue version, language and area, and then sent from a buffer.
 */
import type { IncomingHttpHeaders } from 'node:http';
import {
  isolationKey,
  noPageSources,
  type AreaView,
  sessionMarkerCookie,
  type Locale,
  type LoginConfiguration,
  type OperatingMode,
  zoomPagePath,
} from '@foyer/contract';
import { BoundedMap } from '#platform/boundedMap';
import type { Config } from '#platform/config/config';
import { maySeeStage } from '#platform/http/access';
import { readCookie } from '#platform/http/cookies';
import type { HeaderKinds } from '#platform/http/headers';
import type { PreparedPages } from '#platform/http/hot/hotResponseTable';
import { plainPage } from '#platform/http/plainPage';
import { prepareResponse, toRawResponse, type PreparedResponse } from '#platform/http/hot/preparedResponse';
import type { PageCall, RawResponse } from '#platform/http/route';
import type { Log } from '#platform/log/log';
import { isFileLike, missingFile } from '#platform/shell/files';
import { defaultFavicon, defaultTitle, renderIndex } from '#platform/shell/indexPage';
import { preloadLinks } from '#platform/shell/preloadLinks';
import { inlineResponses } from '#platform/shell/initialRequests';
import { selectLanguage } from '#platform/shell/language';
import type { PublicVenue, VenueMetadata } from '#platform/shell/publicVenue';
import { toUiConfig } from '#platform/shell/uiConfig';
import { readWebFiles, type WebFiles } from '#platform/shell/webFiles';

/**
 * Decides whether the cookies of a request give access to the stage. With access, pages of the stage show the staged
 * venue, otherwise the published one. `checkCached` returns undefined if the check needs the storage.
 */
export interface StageAccess {
  checkCached(headers: IncomingHttpHeaders): boolean | undefined;
  check(headers: IncomingHttpHeaders): Promise<boolean>;
}

export interface ShellDeps {
  readonly config: Config;
  readonly headers: HeaderKinds;
  readonly venue: PublicVenue;
  readonly loginEnabled: () => boolean;
  readonly loginOptions: (mode: OperatingMode) => readonly LoginConfiguration[];
  readonly stageAccess: StageAccess;
  /** The version of Zoom's SDK, if meetings can run in the page. */
  readonly zoomVersion: () => string | undefined;
  readonly log: Log;
  /** The folder of the build, `web/dist`. */
  readonly webDir: string;
}

export interface Shell extends PreparedPages {
  handle(call: PageCall): Promise<RawResponse>;
}

export async function createShell(deps: ShellDeps): Promise<Shell> {
  const pages = new AppShell(deps);
  await pages.open();
  return pages;
}

/** Maximum number of cached pages per version, over all languages and areas. */
const maxPages = 2_000;

/** The parsed URL of a page. */
interface PageLocation {
  readonly mode: OperatingMode;
  /** The venue that the page shows: LIVE the published one, STAGE the staged one. */
  readonly venueMode: OperatingMode;
  /** Without the prefix `/stage` and the query. */
  readonly path: string;
  readonly query: URLSearchParams | undefined;
}

class AppShell implements Shell {
  private readonly deps: ShellDeps;
  private files: WebFiles | undefined;
  /** Whether the missing build has been logged. */
  private hasLoggedMissingBuild = false;
  /** Pages of the current venue version, by `mode` and `venueMode` of their location. */
  private readonly pageCache = new Map<string, { version: string; pages: Map<string, PreparedResponse> }>();

  constructor(deps: ShellDeps) {
    this.deps = deps;
  }

  async open(): Promise<void> {
    const { webDir, headers, log } = this.deps;
    this.files = await readWebFiles(webDir, headers);
    if (this.files !== undefined || this.hasLoggedMissingBuild) return;
    this.hasLoggedMissingBuild = true;
    log.warn({ webDir }, 'web app is not built: run npm run build');
  }

  findPrepared(mode: OperatingMode, url: string, headers: IncomingHttpHeaders): PreparedResponse | undefined {
    const canSeeStage = mode === 'STAGE' ? this.deps.stageAccess.checkCached(headers) : false;
    const location = parseLocation(mode, url, canSeeStage ?? false);
    if (this.isMissingZoomPage(location)) return undefined;
    const file = this.files?.preparedFile(location.path);
    // Files that are not prepared yet and paths of routes are not pages.
    if (file !== undefined || !isPagePath(location.path)) return file;
    return canSeeStage === undefined
      ? undefined
      : this.cachedPages(location).get(this.cacheKey(location, headers));
  }

  async handle(call: PageCall): Promise<RawResponse> {
    if (call.url === '/stage' || call.url.startsWith('/stage?')) {
      const target = `/stage/${call.url.slice('/stage'.length)}`;
      return { status: 308, headers: { location: target, 'cache-control': 'no-store' } };
    }
    const canSeeStage =
      call.mode === 'STAGE' &&
      (maySeeStage(call.caller) || (await this.deps.stageAccess.check(call.headers)));
    const location = parseLocation(call.mode, call.url, canSeeStage);
    return toRawResponse(await this.respond(location, call.headers), call.headers);
  }

  private async respond(location: PageLocation, headers: IncomingHttpHeaders): Promise<PreparedResponse> {
    if (location.path === '/ui-config.json')
      return this.cachedPage(location, headers, () => this.makeUiConfig(location));
    if (this.files === undefined) await this.open();
    const { files } = this;
    if (files === undefined) return this.notBuiltPage();
    const isMissing = this.isMissingZoomPage(location);
    const file = isMissing ? undefined : files.file(location.path);
    if (file !== undefined) return file;
    if (isMissing || isFileLike(location.path))
      return prepareResponse(missingFile(location.path), this.deps.headers.inert);
    return this.cachedPage(location, headers, () => this.makeIndex(files, location, headers));
  }

  /** The page of Zoom's SDK does not exist without the SDK. */
  private isMissingZoomPage({ path }: PageLocation): boolean {
    return path === zoomPagePath && this.deps.zoomVersion() === undefined;
  }

  private async cachedPage(
    location: PageLocation,
    headers: IncomingHttpHeaders,
    make: () => Promise<PreparedResponse>,
  ): Promise<PreparedResponse> {
    const key = this.cacheKey(location, headers);
    const pages = this.cachedPages(location);
    const cached = pages.get(key);
    if (cached !== undefined) return cached;
    const response = await make();
    pages.set(key, response);
    return response;
  }

  private cachedPages({ mode, venueMode }: PageLocation): Map<string, PreparedResponse> {
    const { venue, zoomVersion } = this.deps;
    const { version: newest, publishedVersion } = venue.version(mode);
    const version = `${venue.metadata(venueMode)?.version ?? ''} ${newest} ${publishedVersion} ${zoomVersion() ?? ''}`;
    const key = `${mode} ${venueMode}`;
    const cached = this.pageCache.get(key);
    if (cached !== undefined && cached.version === version) return cached.pages;
    const pages = new BoundedMap<string, PreparedResponse>(maxPages);
    this.pageCache.set(key, { version, pages });
    return pages;
  }

  /** URLs with the same response share a key, so that unknown paths cannot fill the memory. */
  private cacheKey(location: PageLocation, headers: IncomingHttpHeaders): string {
    if (location.path === '/ui-config.json') return location.path;
    const language = selectLanguage(location.query, headers, this.deps.config.locales);
    const view = this.entersVenue(location) ? areaViewOf(location) : '';
    const login = this.showsLogin(location, headers) ? 'login' : '';
    const session = hasSession(headers) ? 'session' : '';
    const isolated = isIsolated(location) ? isolationKey : '';
    return `${language} ${this.areaOf(location)?.id ?? ''} ${view} ${login} ${session} ${isolated}`;
  }

  private areaOf({ venueMode, path }: PageLocation): VenueMetadata['areas'][number] | undefined {
    const metadata = this.deps.venue.metadata(venueMode);
    const [, architectureId, areaId] = /^(?:\/v)?\/([^/]+)\/area\/([^/]+)\/?$/.exec(path) ?? [];
    if (metadata === undefined || metadata.architectureId !== architectureId) return undefined;
    return metadata.areas.find((area) => area.id === areaId);
  }

  /** Whether the URL is that of an area of the venue, or of the venue itself, which opens its first area. */
  private entersVenue({ venueMode, path }: PageLocation): boolean {
    const metadata = this.deps.venue.metadata(venueMode);
    if (metadata === undefined || metadata.areas.length === 0) return false;
    const id =
      /^(?:\/v)?\/([^/]+)\/area(?:\/[^/]*)?\/?$/.exec(path)?.[1] ?? /^\/v\/([^/]+)\/?$/.exec(path)?.[1];
    return path === '/' || id === metadata.architectureId;
  }

  /**
   * Whether the page shows the login: the login page itself, or a page of a venue that requires a login, without a
   * session.
   */
  private showsLogin(location: PageLocation, headers: IncomingHttpHeaders): boolean {
    if (location.path === loginPath) return true;
    const requiresLogin = location.mode === 'LIVE' && this.deps.loginEnabled() && this.entersVenue(location);
    return requiresLogin && !hasSession(headers);
  }

  private makeUiConfig({ venueMode }: PageLocation): Promise<PreparedResponse> {
    const { config, venue, headers } = this.deps;
    return prepareResponse(
      {
        body: JSON.stringify(toUiConfig(config, venue.metadata(venueMode))),
        contentType: 'application/json; charset=utf-8',
        cacheControl: 'private, no-cache',
      },
      headers.inert,
    );
  }

  private async makeIndex(
    files: WebFiles,
    location: PageLocation,
    headers: IncomingHttpHeaders,
  ): Promise<PreparedResponse> {
    const { config, venue, loginEnabled } = this.deps;
    const metadata = venue.metadata(location.venueMode);
    // Public (GUARD-09): published and without a login.
    const isPublic = location.mode === 'LIVE' && metadata !== undefined && !loginEnabled();
    const language: Locale = selectLanguage(location.query, headers, config.locales);
    const favicon = config.favicon ?? defaultFavicon;
    const sources = metadata?.sources ?? noPageSources;
    const zoomVersion = this.deps.zoomVersion();
    const login = this.showsLogin(location, headers);
    const links = preloadLinks({
      mode: location.mode,
      language,
      chunks: files.chunks,
      architectureId: isPublic && this.entersVenue(location) ? metadata.architectureId : undefined,
      view: areaViewOf(location),
      login,
      hasSession: hasSession(headers),
    });
    const body = renderIndex(files.index, {
      mode: location.mode,
      language,
      defaultLanguage: config.locales.default,
      title: config.tabTitle ?? defaultTitle,
      favicon,
      venue: isPublic ? { metadata, areaId: this.areaOf(location)?.id } : undefined,
      sources,
      zoomVersion,
      settings: config.widgets,
      links: login ? [...links, this.inlinedResponsesFor(location)] : links,
    });
    const iconOrigin = favicon.startsWith('/') ? undefined : new URL(favicon).origin;
    return prepareResponse(
      {
        body,
        contentType: 'text/html; charset=utf-8',
        cacheControl: 'private, no-cache',
        headers: { 'content-language': language },
      },
      this.deps.headers.page(sources, {
        iconOrigin,
        isolated: isIsolated(location),
        framesOwnPages: zoomVersion !== undefined,
      }),
    );
  }

  /** The responses that the login page needs, so that it sends no requests before it is rendered. */
  private inlinedResponsesFor({ mode, venueMode }: PageLocation): string {
    const { config, venue, loginOptions } = this.deps;
    return inlineResponses(mode, {
      uiConfig: toUiConfig(config, venue.metadata(venueMode)),
      loginOptions: loginOptions(mode),
      version: venue.version(mode),
    });
  }

  private notBuiltPage(): Promise<PreparedResponse> {
    const { headers, body } = plainPage(
      this.deps.headers,
      'The web app has not been built',
      `<p>The server is running, but its pages are missing. Build the web app, then reload this page:</p>
<p><code>npm run build</code></p>`,
    );
    const { 'content-type': contentType = 'text/html', ...rest } = headers;
    return prepareResponse({ status: 503, body, contentType, cacheControl: 'no-store', headers: rest }, {});
  }
}

function parseLocation(mode: OperatingMode, url: string, canSeeStage: boolean): PageLocation {
  const queryStart = url.indexOf('?');
  const fullPath = queryStart === -1 ? url : url.slice(0, queryStart);
  const query = queryStart === -1 ? undefined : new URLSearchParams(url.slice(queryStart + 1));
  const path =
    mode === 'STAGE' && fullPath.startsWith('/stage/') ? fullPath.slice('/stage'.length) : fullPath;
  return { mode, venueMode: canSeeStage ? 'STAGE' : 'LIVE', path, query };
}

const hasSession = (headers: IncomingHttpHeaders): boolean =>
  readCookie(headers, sessionMarkerCookie) !== undefined;

/** How an area is shown, according to the URL. */
const areaViewOf = ({ query }: PageLocation): AreaView =>
  query?.get('view') === 'text' ? 'text' : 'picture';

/** Whether the page is sent cross-origin isolated (COI-02). */
const isIsolated = ({ query }: PageLocation): boolean => query?.has(isolationKey) ?? false;

const loginPath = '/login';

/** Whether a path is certainly a page or the UI config. All other paths go to the router first. */
const isPagePath = (path: string): boolean =>
  path === '/' || path === '/ui-config.json' || path === loginPath || path.startsWith('/v/');

/**
 * Serves the web app in both modes: index.html with a rendered head, `/ui-config.json` and the files of the build.
 * Pages are rendered once per venue version, language and area, and then sent from a buffer.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { sessionMarkCookie, type Locale, type LoginConfiguration, type OperatingMode } from '@foyer/contract';
import { BoundedMap } from '#platform/boundedMap';
import type { Config } from '#platform/config/config';
import { maySeeStage } from '#platform/http/access';
import { readCookie } from '#platform/http/cookies';
import type { HeaderKinds } from '#platform/http/headers';
import type { ReadyPages } from '#platform/http/hot/hotTable';
import { plainPage } from '#platform/http/plainPage';
import { makeReady, readyAsRaw, type ReadyAnswer } from '#platform/http/hot/readyAnswer';
import type { PageCall, RawAnswer } from '#platform/http/route';
import type { Log } from '#platform/log/log';
import { isFileLike, missingFile } from '#platform/shell/files';
import { defaultFavicon, defaultTitle, writeIndex } from '#platform/shell/indexPage';
import { earlyLinks } from '#platform/shell/earlyLinks';
import { givenAnswers } from '#platform/shell/firstCalls';
import { languageOf } from '#platform/shell/language';
import type { PublicVenue, VenueFacts } from '#platform/shell/publicVenue';
import { uiConfigOf } from '#platform/shell/uiConfig';
import { readWebFiles, type WebFiles } from '#platform/shell/webFiles';

/**
 * Whether cookies give access to the stage: then its pages show the staged venue, otherwise the published one. `now`
 * returns undefined if the check needs the storage.
 */
export interface StageLook {
  now(headers: IncomingHttpHeaders): boolean | undefined;
  find(headers: IncomingHttpHeaders): Promise<boolean>;
}

export interface ShellParts {
  readonly config: Config;
  readonly headers: HeaderKinds;
  readonly venue: PublicVenue;
  readonly loginEnabled: () => boolean;
  readonly loginOptions: (mode: OperatingMode) => readonly LoginConfiguration[];
  readonly stageLook: StageLook;
  readonly log: Log;
  /** The folder of the build, `web/dist`. */
  readonly webDir: string;
}

export interface Shell extends ReadyPages {
  handle(call: PageCall): Promise<RawAnswer>;
}

export async function createShell(parts: ShellParts): Promise<Shell> {
  const pages = new Pages(parts);
  await pages.open();
  return pages;
}

/** Maximum number of cached pages per version, over all languages and areas. */
const maxPages = 2_000;

/** What the URL of a page names. */
interface Place {
  readonly mode: OperatingMode;
  /** The venue whose style the page has: the published or the staged one. */
  readonly look: OperatingMode;
  /** Below the mode's prefix, without the query. */
  readonly path: string;
  readonly query: URLSearchParams | undefined;
}

class Pages implements Shell {
  private readonly parts: ShellParts;
  private files: WebFiles | undefined;
  /** Whether the missing build has been logged. */
  private told = false;
  /** Cached pages of one venue version, by mode and style. */
  private readonly made = new Map<string, { version: string; pages: Map<string, ReadyAnswer> }>();

  constructor(parts: ShellParts) {
    this.parts = parts;
  }

  async open(): Promise<void> {
    const { webDir, headers, log } = this.parts;
    this.files = await readWebFiles(webDir, headers);
    if (this.files !== undefined || this.told) return;
    this.told = true;
    log.warn({ webDir }, 'web app is not built: run npm run build');
  }

  findReady(mode: OperatingMode, url: string, headers: IncomingHttpHeaders): ReadyAnswer | undefined {
    const seesStage = mode === 'STAGE' ? this.parts.stageLook.now(headers) : false;
    const place = placeOf(mode, url, seesStage ?? false);
    const file = this.files?.fileNow(place.path);
    // Files that are not prepared yet and paths of routes are not pages.
    if (file !== undefined || !isHotPage(place.path)) return file;
    return seesStage === undefined ? undefined : this.pagesOf(place).get(this.keyOf(place, headers));
  }

  async handle(call: PageCall): Promise<RawAnswer> {
    if (call.url === '/stage' || call.url.startsWith('/stage?')) {
      const location = `/stage/${call.url.slice('/stage'.length)}`;
      return { status: 308, headers: { location, 'cache-control': 'no-store' } };
    }
    const seesStage =
      call.mode === 'STAGE' && (maySeeStage(call.caller) || (await this.parts.stageLook.find(call.headers)));
    const place = placeOf(call.mode, call.url, seesStage);
    return readyAsRaw(await this.answer(place, call.headers), call.headers);
  }

  private async answer(place: Place, headers: IncomingHttpHeaders): Promise<ReadyAnswer> {
    if (place.path === '/ui-config.json') return this.page(place, headers, () => this.makeUiConfig(place));
    if (this.files === undefined) await this.open();
    const { files } = this;
    if (files === undefined) return this.notBuilt();
    const file = files.file(place.path);
    if (file !== undefined) return file;
    if (isFileLike(place.path)) return makeReady(missingFile(place.path), this.parts.headers.inert);
    return this.page(place, headers, () => this.makeIndex(files, place, headers));
  }

  private async page(
    place: Place,
    headers: IncomingHttpHeaders,
    make: () => Promise<ReadyAnswer>,
  ): Promise<ReadyAnswer> {
    const key = this.keyOf(place, headers);
    const pages = this.pagesOf(place);
    const known = pages.get(key);
    if (known !== undefined) return known;
    const answer = await make();
    pages.set(key, answer);
    return answer;
  }

  private pagesOf({ mode, look }: Place): Map<string, ReadyAnswer> {
    const { venue } = this.parts;
    const { version: newest, publishedVersion } = venue.version(mode);
    const version = `${venue.facts(look)?.version ?? ''} ${newest} ${publishedVersion}`;
    const key = `${mode} ${look}`;
    const known = this.made.get(key);
    if (known !== undefined && known.version === version) return known.pages;
    const pages = new BoundedMap<string, ReadyAnswer>(maxPages);
    this.made.set(key, { version, pages });
    return pages;
  }

  /** URLs with the same answer share a key, so that unknown paths cannot fill the memory. */
  private keyOf(place: Place, headers: IncomingHttpHeaders): string {
    if (place.path === '/ui-config.json') return place.path;
    const language = languageOf(place.query, headers, this.parts.config.locales);
    const entered = this.entersVenue(place) ? viewOf(place) : '';
    const login = this.showsLogin(place, headers) ? 'login' : '';
    return `${language} ${this.areaOf(place)?.id ?? ''} ${entered} ${login}`;
  }

  private areaOf({ look, path }: Place): VenueFacts['areas'][number] | undefined {
    const facts = this.parts.venue.facts(look);
    const [, architectureId, areaId] = /^(?:\/v)?\/([^/]+)\/area\/([^/]+)\/?$/.exec(path) ?? [];
    if (facts === undefined || facts.architectureId !== architectureId) return undefined;
    return facts.areas.find((area) => area.id === areaId);
  }

  /** Whether the URL leads into an area of the venue or into its first area. */
  private entersVenue({ look, path }: Place): boolean {
    const facts = this.parts.venue.facts(look);
    if (facts === undefined || facts.areas.length === 0) return false;
    const id =
      /^(?:\/v)?\/([^/]+)\/area(?:\/[^/]*)?\/?$/.exec(path)?.[1] ?? /^\/v\/([^/]+)\/?$/.exec(path)?.[1];
    return path === '/' || id === facts.architectureId;
  }

  /**
   * Whether the page shows the login: the login page itself, or a page of a venue that requires a login, without a
   * session.
   */
  private showsLogin(place: Place, headers: IncomingHttpHeaders): boolean {
    if (place.path === loginPath) return true;
    const asksForLogin = place.mode === 'LIVE' && this.parts.loginEnabled() && this.entersVenue(place);
    return asksForLogin && readCookie(headers, sessionMarkCookie) === undefined;
  }

  private makeUiConfig({ look }: Place): Promise<ReadyAnswer> {
    const { config, venue, headers } = this.parts;
    return makeReady(
      {
        body: JSON.stringify(uiConfigOf(config, venue.facts(look))),
        contentType: 'application/json; charset=utf-8',
        cacheControl: 'private, no-cache',
      },
      headers.inert,
    );
  }

  private async makeIndex(files: WebFiles, place: Place, headers: IncomingHttpHeaders): Promise<ReadyAnswer> {
    const { config, venue, loginEnabled } = this.parts;
    const facts = venue.facts(place.look);
    // Public (GUARD-09): published and without a login.
    const isPublic = place.mode === 'LIVE' && facts !== undefined && !loginEnabled();
    const language: Locale = languageOf(place.query, headers, config.locales);
    const favicon = config.favicon ?? defaultFavicon;
    const login = this.showsLogin(place, headers);
    const links = earlyLinks({
      mode: place.mode,
      language,
      pieces: files.pieces,
      architectureId: isPublic && this.entersVenue(place) ? facts.architectureId : undefined,
      view: viewOf(place),
      login,
    });
    const body = writeIndex(files.index, {
      mode: place.mode,
      language,
      defaultLanguage: config.locales.default,
      title: config.tabTitle ?? defaultTitle,
      favicon,
      venue: isPublic ? { facts, areaId: this.areaOf(place)?.id } : undefined,
      links: login ? [...links, this.answersFor(place)] : links,
    });
    const iconOrigin = favicon.startsWith('/') ? undefined : new URL(favicon).origin;
    return makeReady(
      {
        body,
        contentType: 'text/html; charset=utf-8',
        cacheControl: 'private, no-cache',
        headers: { 'content-language': language },
      },
      this.parts.headers.page(facts?.sources, iconOrigin),
    );
  }

  /** The login page sends no requests before it is rendered. */
  private answersFor({ mode, look }: Place): string {
    const { config, venue, loginOptions } = this.parts;
    return givenAnswers(mode, {
      uiConfig: uiConfigOf(config, venue.facts(look)),
      loginOptions: loginOptions(mode),
      version: venue.version(mode),
    });
  }

  private notBuilt(): Promise<ReadyAnswer> {
    const { headers, body } = plainPage(
      this.parts.headers,
      'The web app has not been built',
      `<p>The server is running, but its pages are missing. Build the web app, then reload this page:</p>
<p><code>npm run build</code></p>`,
    );
    const { 'content-type': contentType = 'text/html', ...rest } = headers;
    return makeReady({ status: 503, body, contentType, cacheControl: 'no-store', headers: rest }, {});
  }
}

function placeOf(mode: OperatingMode, url: string, seesStage: boolean): Place {
  const cut = url.indexOf('?');
  const whole = cut === -1 ? url : url.slice(0, cut);
  const query = cut === -1 ? undefined : new URLSearchParams(url.slice(cut + 1));
  const path = mode === 'STAGE' && whole.startsWith('/stage/') ? whole.slice('/stage'.length) : whole;
  return { mode, look: seesStage ? 'STAGE' : 'LIVE', path, query };
}

/** How an area is shown, according to the URL. */
const viewOf = ({ query }: Place): 'picture' | 'reading' =>
  query?.get('view') === 'reading' ? 'reading' : 'picture';

const loginPath = '/login';

/** Whether a path is certainly a page or the UI config. All other paths go to the router first. */
const isHotPage = (path: string): boolean =>
  path === '/' || path === '/ui-config.json' || path === loginPath || path.startsWith('/v/');

/** How pages of other websites are shown in frames: the one table of providers whose addresses need a special form. */

/** Browser features that Foyer's own pages may use, and may pass on to a widget's frames. */
export const framePermissions = [
  'autoplay',
  'camera',
  'clipboard-read',
  'clipboard-write',
  'display-capture',
  'fullscreen',
  'microphone',
  'picture-in-picture',
] as const;
export type FramePermission = (typeof framePermissions)[number];

export interface Embed {
  /** What the frame loads. */
  readonly url: string;
  /** The `sandbox` attribute. No frame may navigate the page that contains it. */
  readonly sandbox: string;
  /** Browser features that the provider's player needs. */
  readonly permissions: readonly FramePermission[];
}

export interface EmbedProvider {
  /** Exact host names: a provider's other subdomains need no special form. */
  readonly hosts: readonly string[];
  /** The form for frames of an address on one of these hosts; undefined if the address has none. */
  embed(url: URL): string | undefined;
  readonly permissions: readonly FramePermission[];
}

const playerPermissions: readonly FramePermission[] = ['autoplay', 'fullscreen', 'picture-in-picture'];

/** `allow-same-origin` gives the frame its own origin. Addresses of the venue itself are not framed with it. */
export const frameSandbox = [
  'allow-downloads',
  'allow-forms',
  'allow-modals',
  'allow-popups',
  'allow-popups-to-escape-sandbox',
  'allow-presentation',
  'allow-same-origin',
  'allow-scripts',
].join(' ');

const vimeoPlayer = 'https://player.vimeo.com/video/';
const vimeoPage = 'https://vimeo.com/';

/**
 * A film (`hash` if it is unlisted), a live event, or a showcase on Vimeo, which may start with one of its films.
 * `parameters`: the query and fragment that an address of the player sets its appearance and its start with.
 */
export type VimeoContent =
  | {
      readonly kind: 'video';
      readonly id: string;
      readonly hash?: string | undefined;
      readonly parameters?: string;
    }
  | { readonly kind: 'event'; readonly id: string; readonly hash?: string | undefined }
  | { readonly kind: 'showcase'; readonly id: string; readonly videoId?: string | undefined };

const vimeoHosts = ['vimeo.com', 'www.vimeo.com', 'player.vimeo.com'];

/**
 * From where Vimeo sends the streams (HLS) of films: the address that its API names, and the servers to which that
 * redirects. Source: Vimeo's help, "video file links", and the domains that its customers allow in firewalls.
 */
export const vimeoStreamOrigins: readonly string[] = ['https://player.vimeo.com', 'https://*.vimeocdn.com'];

/** Whether a page that allows `vimeoStreamOrigins` can load an address. A policy without a port allows the default one. */
export function isVimeoStream(address: string): boolean {
  const { origin = '' } = parseAddress(address) ?? {};
  return /^https:\/\/(player\.vimeo\.com|[a-z0-9.-]+\.vimeocdn\.com)$/.test(origin);
}

const vimeoPaths = {
  video: /^\/(?:video\/|channels\/[\w-]+\/|groups\/[\w-]+\/videos\/)?(\d+)(?:\/([0-9a-f]+))?\/?$/,
  event: /^\/event\/(\d+)(?:\/embed)?(?:\/([0-9a-f]+))?\/?$/,
  showcase: /^\/(?:showcase|album)\/(\d+)(?:\/video\/(\d+))?(?:\/embed)?\/?$/,
};

/**
 * What an address of Vimeo names; undefined for any other address, including hosts that only look like Vimeo's. Source
 * of the forms: Vimeo's player.js and help pages.
 */
export function parseVimeo(address: string): VimeoContent | undefined {
  const url = parseAddress(address);
  if (!url || !vimeoHosts.includes(url.hostname)) return undefined;
  const video = vimeoPaths.video.exec(url.pathname);
  if (video?.[1] !== undefined)
    return {
      kind: 'video',
      id: video[1],
      hash: video[2] ?? hexadecimal(url.searchParams.get('h')),
      // The query of a page on vimeo.com only says where its link was shared.
      parameters: (url.hostname === 'player.vimeo.com' ? url.search : '') + url.hash,
    };
  const event = vimeoPaths.event.exec(url.pathname);
  if (event?.[1] !== undefined) return { kind: 'event', id: event[1], hash: event[2] };
  const showcase = vimeoPaths.showcase.exec(url.pathname);
  if (showcase?.[1] !== undefined) return { kind: 'showcase', id: showcase[1], videoId: showcase[2] };
  return undefined;
}

const hexadecimal = (value: string | null): string | undefined =>
  value !== null && /^[0-9a-f]+$/.test(value) ? value : undefined;

/** Options of Vimeo's player. `background`: muted, repeating, without controls. `texttrack`: the language of captions. */
export interface VimeoOptions {
  readonly autoplay?: boolean | undefined;
  readonly background?: boolean | undefined;
  readonly texttrack?: string | undefined;
}

/** Parameters of the player's address that only Foyer sets. */
const ownParameters = ['h', 'dnt', 'autoplay', 'background'];

/**
 * The player's address (MEET-04), with the film's own parameters. It always asks Vimeo not to track the viewer, and
 * starts automatically only by the options.
 */
export function vimeoEmbedUrl(content: VimeoContent, options: VimeoOptions = {}): string {
  const url = new URL(vimeoPath(content));
  for (const name of ownParameters) url.searchParams.delete(name);
  if (content.kind === 'video' && content.hash !== undefined) url.searchParams.set('h', content.hash);
  url.searchParams.set('dnt', '1');
  if (options.autoplay) url.searchParams.set('autoplay', '1');
  if (options.background) url.searchParams.set('background', '1');
  if (options.texttrack !== undefined) url.searchParams.set('texttrack', options.texttrack);
  return url.href;
}

function vimeoPath(content: VimeoContent): string {
  if (content.kind === 'video') return vimeoPlayer + content.id + (content.parameters ?? '');
  if (content.kind === 'event') {
    const hash = content.hash === undefined ? '' : `/${content.hash}`;
    return `${vimeoPage}event/${content.id}/embed${hash}`;
  }
  const film = content.videoId === undefined ? '' : `/video/${content.videoId}`;
  return `${vimeoPage}showcase/${content.id}${film}/embed`;
}

/** Ends of paths that browsers play: files, and playlists (HLS). */
const videoPath = /\.(?:m3u8|m4v|mov|mp4|og[gv]|webm)$/i;

/** Whether an address looks like that of a background video. Servers may send videos under any other address, too. */
export function looksLikeVideo(address: string): boolean {
  const url = parseAddress(address);
  return url !== undefined && (parseVimeo(address)?.kind === 'video' || videoPath.test(url.pathname));
}

/** Whether a host is that of one of the sites, or a subdomain of it. */
export const isOnSite = ({ hostname }: URL, sites: readonly string[]): boolean =>
  sites.some((site) => hostname === site || hostname.endsWith(`.${site}`));

/** Links to files of films on Vimeo. They redirect to hosts that change. Source: Vimeo's help, "video file links". */
const vimeoFile = /^\/(?:external|progressive_redirect)\//;

const youtubeSites = ['youtube.com', 'youtu.be', 'youtube-nocookie.com'];

/** Why an address is certainly not that of a background video; undefined if it may be. */
export function explainUnplayableVideo(address: string): string | undefined {
  const url = parseAddress(address);
  if (!url) return undefined;
  if (isOnSite(url, youtubeSites))
    return 'is on YouTube, which cannot be a background: use a film on Vimeo, an MP4 or WebM file, or an HLS playlist';
  if (!vimeoHosts.includes(url.hostname)) return undefined;
  const kind = parseVimeo(address)?.kind;
  if (kind === 'video') return undefined;
  const advice = 'use the address of the film, such as https://vimeo.com/76979871';
  if (vimeoFile.test(url.pathname))
    return `is a file that Vimeo sends from another server, which the page does not allow: ${advice}`;
  if (kind === undefined) return `is not an address of a film on Vimeo that Foyer can play: ${advice}`;
  return `is ${kind === 'event' ? 'an event' : 'a showcase'} on Vimeo; a background needs the address of one film`;
}

/** An id of a film on YouTube. */
const youtubeId = /^[\w-]{11}$/;

function youtubeEmbed({ hostname, pathname, search, searchParams }: URL): string | undefined {
  const [, first = '', second = ''] = pathname.split('/');
  const isPath = ['embed', 'live', 'shorts'].includes(first);
  const id = hostname === 'youtu.be' ? first : isPath ? second : searchParams.get('v');
  if (id === null || !youtubeId.test(id)) return undefined;
  const url = new URL(`https://www.youtube-nocookie.com/embed/${id}`);
  if (first === 'embed') url.search = search;
  // As with Vimeo, no film starts by its address alone.
  url.searchParams.delete('autoplay');
  const start = secondsOf(searchParams.get('t') ?? '');
  if (start > 0) url.searchParams.set('start', String(start));
  return url.href;
}

/** The start time of a link to YouTube, for example `90`, `90s` or `1m30s`; 0 for anything else. */
function secondsOf(time: string): number {
  const [, hours = 0, minutes = 0, seconds = 0] = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s?)?$/.exec(time) ?? [];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/** Google sends the other addresses of a map to this host, which the policy of the page would then have to allow too. */
const googleMaps = 'https://www.google.com';

function googleMapsEmbed({ hostname, pathname, search, searchParams }: URL): string | undefined {
  if (/^\/maps\/(?:d\/(?:u\/\d+\/)?)?embed(?:\/|$)/.test(pathname)) return googleMaps + pathname + search;
  const isMap = /^\/maps\/?$/.test(pathname) || (hostname === 'maps.google.com' && pathname === '/');
  return isMap && searchParams.get('output') === 'embed' ? `${googleMaps}/maps${search}` : undefined;
}

/** The parameters of Miro's live embed that say what it shows first. Source: Miro's developer documentation. */
const miroParameters = ['autoplay', 'embedMode', 'focusWidget', 'moveToViewport', 'moveToWidget'];

function miroEmbed({ pathname, searchParams }: URL): string | undefined {
  // The id ends with `=`, which belongs to it.
  const [, id] = /^\/app\/(?:board|live-embed)\/([\w-]+=*)\/?$/.exec(decodePath(pathname)) ?? [];
  if (id === undefined) return undefined;
  const url = new URL(`https://miro.com/app/live-embed/${id}/`);
  for (const name of miroParameters) {
    const value = searchParams.get(name);
    if (value !== null) url.searchParams.set(name, value);
  }
  return url.href;
}

/** `%3D` is the `=` of a board's id. */
const decodePath = (path: string): string => path.replaceAll(/%3d/gi, '=');

function mentimeterEmbed({ pathname }: URL): string | undefined {
  const [, id] =
    /^\/app\/presentation\/((?:n\/)?[\w-]+)(?:\/(?:edit|embed|present)?)?\/?$/.exec(pathname) ?? [];
  return id === undefined ? undefined : `https://www.mentimeter.com/app/presentation/${id}/embed`;
}

export const miro: EmbedProvider = {
  hosts: ['miro.com', 'www.miro.com'],
  embed: miroEmbed,
  permissions: ['clipboard-read', 'clipboard-write', 'fullscreen'],
};

export const mentimeter: EmbedProvider = {
  hosts: ['mentimeter.com', 'www.mentimeter.com'],
  embed: mentimeterEmbed,
  permissions: ['fullscreen'],
};

const providers: readonly EmbedProvider[] = [
  miro,
  mentimeter,
  {
    hosts: vimeoHosts,
    embed: ({ href }) => {
      const content = parseVimeo(href);
      return content && vimeoEmbedUrl(content);
    },
    permissions: playerPermissions,
  },
  {
    hosts: ['youtube.com', 'www.youtube.com', 'm.youtube.com', 'youtu.be', 'www.youtube-nocookie.com'],
    embed: youtubeEmbed,
    permissions: playerPermissions,
  },
  {
    hosts: ['google.com', 'www.google.com', 'maps.google.com'],
    embed: googleMapsEmbed,
    permissions: ['fullscreen'],
  },
];

/**
 * Sites whose pages refuse to be framed, with their subdomains. A browser hides the refusal from the page, so that it
 * could only show an empty frame.
 */
const framelessSites = [
  'amazon.com',
  'dropbox.com',
  'facebook.com',
  'github.com',
  'google.com',
  'instagram.com',
  'linkedin.com',
  'tiktok.com',
  'twitter.com',
  'x.com',
  'xing.com',
];
/** Pages of these sites that allow frames, by host and path. Without `www` they redirect, which a policy refuses. */
const framedPages = [
  /^(?:calendar|datastudio|docs|drive|lookerstudio|script|sites)\.google\.com\//,
  /^trends\.google\.com\/trends\/embed\//,
  /^www\.facebook\.com\/plugins\//,
  /^www\.instagram\.com\/(?:p|reel|tv)\/[\w-]+\/embed(?:\/|$)/,
  /^www\.linkedin\.com\/embed\//,
  /^www\.tiktok\.com\/(?:embed|player)\//,
  /^platform\.(?:twitter|x)\.com\/embed\//,
  /^music\.amazon\.com\/embed\//,
  /^[\w-]+\.quicksight\.aws\.amazon\.com\/(?:sn\/)?embed\//,
];

function framedPage(url: URL): string | undefined {
  const { hostname, pathname } = url;
  return isOnSite(url, framelessSites) && !framedPages.some((page) => page.test(hostname + pathname))
    ? undefined
    : url.href;
}

/** The frame for an address; undefined if it can only be opened in a tab. */
export function embedOf(address: string): Embed | undefined {
  const url = parseAddress(address);
  if (!url) return undefined;
  const provider = providers.find(({ hosts }) => hosts.includes(url.hostname));
  const embedUrl = provider ? provider.embed(url) : framedPage(url);
  if (embedUrl === undefined) return undefined;
  return { url: embedUrl, sandbox: frameSandbox, permissions: provider?.permissions ?? [] };
}

/** What a page requests for an address. A host with a trailing dot is the same host, but a page's policy cannot name it so. */
export function requestUrl(address: string): URL {
  const url = new URL(address);
  url.hostname = url.hostname.replace(/\.$/, '');
  return url;
}

/** https without credentials, as `address` requires; a page may also call this with an address that nobody checked. */
function parseAddress(address: string): URL | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = requestUrl(address);
  return url.protocol === 'https:' && url.username === '' && url.password === '' ? url : undefined;
}

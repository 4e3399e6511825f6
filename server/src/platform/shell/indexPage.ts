/** Renders the web app's index page with what browsers and crawlers need before scripts run. */
import {
  covers,
  noPageSources,
  pageSourcesMeta,
  selectLocalizedText,
  type Locale,
  type OperatingMode,
  type PageSources,
  vimeoStreamsMeta,
  webexMeta,
  type WidgetSettings,
  zoomMeta,
} from '@foyer/contract';
import { escapeHtml } from '#platform/http/plainPage';
import { textDirection } from '#platform/shell/language';
import type { VenueMetadata } from '#platform/shell/publicVenue';

export const defaultTitle = 'Foyer';
export const defaultFavicon = '/favicon.svg';

export interface IndexContent {
  readonly mode: OperatingMode;
  readonly language: Locale;
  readonly defaultLanguage: Locale;
  readonly title: string;
  readonly favicon: string;
  /** Only for a public venue (GUARD-09); `areaId` is that of the URL. */
  readonly venue?: { readonly metadata: VenueMetadata; readonly areaId: string | undefined } | undefined;
  /** What the page's policy allows. The page is reloaded when the venue needs more (VERSION-09). */
  readonly sources: PageSources;
  /** The version of Zoom's SDK, if meetings can run in the page. */
  readonly zoomVersion: string | undefined;
  readonly settings: WidgetSettings;
  /** Elements of the head as HTML. */
  readonly links: readonly string[];
}

/** `template` is the built index.html. */
export function renderIndex(template: string, content: IndexContent): string {
  const { mode, language, title, favicon, sources, zoomVersion, settings } = content;
  const base = mode === 'STAGE' ? '/stage' : '';
  const texts = content.venue && pageTextsOf(content, content.venue);
  const head = [
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="foyer-base" content="${base}" />`,
    `<link rel="icon" href="${escapeHtml(favicon)}" />`,
    ...(covers(noPageSources, sources)
      ? []
      : [`<meta name="${pageSourcesMeta}" content="${escapeHtml(JSON.stringify(sources))}" />`]),
    ...(zoomVersion === undefined ? [] : [`<meta name="${zoomMeta}" content="${zoomVersion}" />`]),
    ...(settings.webexEmbedded ? [`<meta name="${webexMeta}" content="embedded" />`] : []),
    ...(settings.vimeoStreams ? [`<meta name="${vimeoStreamsMeta}" content="streams" />`] : []),
    ...content.links,
    ...(mode === 'STAGE' ? ['<meta name="robots" content="noindex" />'] : []),
    ...(texts?.description ? [`<meta name="description" content="${escapeHtml(texts.description)}" />`] : []),
  ].join('\n    ');
  const outline = texts === undefined ? '' : `\n    <noscript>${noscriptContent(texts)}</noscript>`;
  // Replacements are functions, because `$&` in a replacement text would be interpreted.
  return template
    .replace(/<html\b[^>]*>/i, () => `<html lang="${language}" dir="${textDirection(language)}">`)
    .replaceAll(/\s*<title\b[^>]*>[^<]*<\/title>/gi, '')
    .replaceAll(/\s*<meta\b[^>]*\bname="(?:foyer-base|description)"[^>]*>/gi, '')
    .replaceAll(/\s*<link\b[^>]*\brel="(?:shortcut )?icon"[^>]*>/gi, '')
    .replace(/\s*<\/head>/i, () => `\n    ${head}\n  </head>`)
    .replace(/<body\b[^>]*>/i, (found) => `${found}${outline}`);
}

interface PageTexts {
  readonly heading: string;
  readonly description: string;
}

function pageTextsOf(content: IndexContent, venue: NonNullable<IndexContent['venue']>): PageTexts {
  const { metadata, areaId } = venue;
  const { language, defaultLanguage, title } = content;
  const text = (entries: Parameters<typeof selectLocalizedText>[0] | undefined) =>
    selectLocalizedText(entries ?? [], language, defaultLanguage);
  const name = text(metadata.titles) || title;
  const area = metadata.areas.find((candidate) => candidate.id === areaId);
  const areaName = area === undefined ? '' : text(area.names);
  return {
    heading: areaName === '' ? name : `${areaName} · ${name}`,
    description: text(area?.descriptions) || text(metadata.descriptions) || name,
  };
}

const noscriptContent = ({ heading, description }: PageTexts): string =>
  `<h1>${escapeHtml(heading)}</h1><p>${escapeHtml(description)}</p>`;

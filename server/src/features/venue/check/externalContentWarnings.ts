/**
 * Warnings about content from other servers: content that loads without consent, providers that nothing uses (CONSENT-14),
 * and background videos that may be web pages.
 */
import {
  assetIdFromUrl,
  externalContents,
  looksLikeVideo,
  type Architecture,
  type ExternalContent,
  type WidgetSettings,
} from '@foyer/contract';
import { quoted, type ArchitectureWarning } from './errorList.ts';

export function findExternalContentWarnings(
  architecture: Architecture,
  settings: WidgetSettings,
): ArchitectureWarning[] {
  const external = externalContents(architecture, settings);
  return [
    ...contentWarnings(external),
    ...videoWarnings(architecture),
    ...providerWarnings(architecture, external),
    ...bannerWarnings(architecture),
  ];
}

/** The hosts that contents load from, for a message. */
function hostsOf(contents: readonly ExternalContent[]): string {
  const origins = contents.flatMap((content) => Object.values(content.origins).flat());
  return [...new Set(origins.map((origin) => new URL(origin).host))].toSorted().join(', ');
}

const contentWarnings = (external: readonly ExternalContent[]): ArchitectureWarning[] =>
  external
    .filter(({ cookieProviders }) => cookieProviders.length === 0)
    .map((content) => ({
      path: content.path,
      reason: `loads from ${hostsOf([content])} before attendees have consented: name its provider in cookieProviders`,
    }));

const videoWarnings = ({ areas }: Architecture): ArchitectureWarning[] =>
  areas.flatMap(({ viewPoints }, index) =>
    viewPoints.flatMap(({ background }, position) => {
      if (!('videoUrl' in background) || !background.playerActive) return [];
      const { videoUrl } = background;
      if (assetIdFromUrl(videoUrl) !== undefined || looksLikeVideo(videoUrl)) return [];
      return [
        {
          path: ['areas', index, 'viewPoints', position, 'background', 'videoUrl'],
          reason: `${quoted(videoUrl)} might be a web page and not a video, because its path does not end in .mp4, .webm, .m3u8 or the like: make sure that it is a file or an HLS playlist`,
        },
      ];
    }),
  );

function providerWarnings(
  architecture: Architecture,
  external: readonly ExternalContent[],
): ArchitectureWarning[] {
  const used = usedProviders(architecture);
  return architecture.cookieProviders.flatMap(({ id, type }, index): ArchitectureWarning[] => {
    const path = ['cookieProviders', index];
    if (!used.has(id)) return [{ path, reason: `no widget or background uses the provider ${quoted(id)}` }];
    const contents = external.filter(({ cookieProviders }) => cookieProviders.includes(id));
    if (type !== 'TECHNICALLY_REQUIRED' || contents.length === 0) return [];
    return [
      {
        path: [...path, 'type'],
        reason: `${quoted(id)} is declared technically required, but loads external media from ${hostsOf(contents)}`,
      },
    ];
  });
}

function usedProviders({ areas, globalWidgets }: Architecture): ReadonlySet<string> {
  const backgrounds = areas.flatMap(({ viewPoints }) => viewPoints.map(({ background }) => background));
  const widgets = [...areas.flatMap(({ contentWidgets }) => contentWidgets), ...globalWidgets];
  return new Set([
    ...backgrounds.flatMap((background) => ('videoUrl' in background ? background.cookieProviders : [])),
    ...widgets.flatMap(({ configurations }) =>
      configurations.flatMap(({ cookieProviders }) => cookieProviders),
    ),
  ]);
}

function bannerWarnings({
  cookieBannerConfig,
  cookieProviders,
  personalizedTrackingEnabled,
}: Architecture): ArchitectureWarning[] {
  if (cookieBannerConfig.type !== 'NONE') return [];
  const accepted = [
    ...(cookieProviders.some(({ type }) => type === 'EXTERNAL_MEDIA') ? ['external media'] : []),
    ...(personalizedTrackingEnabled ? ['personalized tracking'] : []),
  ];
  return accepted.map((what) => ({
    path: ['cookieBannerConfig', 'type'],
    reason: `is NONE, so ${what} is accepted without asking: use SIMPLE or DETAILED`,
  }));
}

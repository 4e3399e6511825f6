/** Warnings on saving and publishing: content that loads without consent, and providers that nothing uses (CONSENT-14). */
import {
  externalContents,
  venueErrorsMax,
  type Architecture,
  type ExternalContent,
  type Venue,
} from '@foyer/contract';
import { describeLocation } from './checkSchema.ts';
import { formatPath, quoted, type Path } from './errorList.ts';
import type { SaveWarning } from './richTextWarnings.ts';

/** At most the first 200. */
export const consentWarnings = (venue: Venue): SaveWarning[] =>
  venue.architectures
    .flatMap((architecture, index) =>
      [
        ...contentWarnings(architecture),
        ...providerWarnings(architecture),
        ...bannerWarnings(architecture),
      ].map(({ path, reason }) => ({ path: ['architectures', index, ...path], reason })),
    )
    .slice(0, venueErrorsMax)
    .map(({ path, reason }) => ({
      path: formatPath(path),
      reason: `${reason}${describeLocation(venue, path)}`,
    }));

interface Warning {
  readonly path: Path;
  readonly reason: string;
}

/** The hosts that contents load from, for a message. */
function hostsOf(contents: readonly ExternalContent[]): string {
  const origins = contents.flatMap((content) => Object.values(content.origins).flat());
  return [...new Set(origins.map((origin) => new URL(origin).host))].toSorted().join(', ');
}

const contentWarnings = (architecture: Architecture): Warning[] =>
  externalContents(architecture)
    .filter(({ cookieProviders }) => cookieProviders.length === 0)
    .map((content) => ({
      path: content.path,
      reason: `loads from ${hostsOf([content])} before attendees have consented: add a cookie provider`,
    }));

function providerWarnings(architecture: Architecture): Warning[] {
  const external = externalContents(architecture);
  const used = usedProviders(architecture);
  return architecture.cookieProviders.flatMap(({ id, type }, index): Warning[] => {
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
}: Architecture): Warning[] {
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

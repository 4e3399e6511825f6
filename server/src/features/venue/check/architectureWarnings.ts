/**
 * The warnings that a designer gets on saving, and again before and after publishing: about content from other servers
 * (CONSENT-14) and about what widgets are configured to do.
 */
import { venueErrorsMax, type Architecture, type Venue, type WidgetSettings } from '@foyer/contract';
import { describeLocation } from './checkSchema.ts';
import { formatPath, type ArchitectureWarning } from './errorList.ts';
import { findExternalContentWarnings } from './externalContentWarnings.ts';
import type { SaveWarning } from './richTextWarnings.ts';
import { findWidgetWarnings } from './widgetWarnings.ts';

/** At most the first 200. */
export const findArchitectureWarnings = (
  architecture: Architecture,
  settings: WidgetSettings,
): ArchitectureWarning[] =>
  [
    ...findExternalContentWarnings(architecture, settings),
    ...findWidgetWarnings(architecture, settings),
  ].slice(0, venueErrorsMax);

export const architectureWarnings = (venue: Venue, settings: WidgetSettings): SaveWarning[] =>
  venue.architectures.flatMap((architecture, index) =>
    findArchitectureWarnings(architecture, settings).map((warning) => {
      const path = ['architectures', index, ...warning.path];
      return { path: formatPath(path), reason: `${warning.reason}${describeLocation(venue, path)}` };
    }),
  );

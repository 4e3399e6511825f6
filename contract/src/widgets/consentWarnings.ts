/** Warnings about the consent that widgets need. */
import type { ConfigurationIssue, MediaDisplayMode } from './define.ts';

interface Configuration {
  readonly cookieProviders: readonly string[];
  readonly displayMode?: MediaDisplayMode | undefined;
}

/** Warns of a consent that a widget does not need, because it loads nothing from other servers. */
export function needlessConsentWarnings({
  cookieProviders,
  displayMode,
}: Configuration): ConfigurationIssue[] {
  if (cookieProviders.length === 0) return [];
  const reason =
    displayMode === 'NEW_TAB'
      ? 'is not used, because a widget that opens in a tab needs no consent: leave it out'
      : 'hides the widget until attendees have consented, although it loads nothing from other servers: leave it out';
  return [{ path: ['cookieProviders'], reason }];
}

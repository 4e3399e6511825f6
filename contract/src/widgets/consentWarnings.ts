/** Warnings about the consent that widgets need. */
import type { ConfigurationIssue } from './define.ts';

interface Configuration {
  readonly cookieProviders: readonly string[];
}

/** Warns of a consent that attendees would be asked for although a widget loads nothing from other servers. */
export function needlessConsentWarnings({ cookieProviders }: Configuration): ConfigurationIssue[] {
  if (cookieProviders.length === 0) return [];
  const reason =
    'hides the widget until attendees have consented, although it loads nothing from other servers: leave it out';
  return [{ path: ['cookieProviders'], reason }];
}

/** Configuration of analytics: how long hits are kept, and a Matomo that receives them too. */
import type { VariableValues } from '#platform/config/variables';

export interface MatomoConfig {
  /** Without a trailing slash. */
  readonly url: string;
  /** With it Matomo also gets the network addresses of users. */
  readonly token?: string;
  /** Browsers load Matomo's own script and send hits there, not to this server. */
  readonly script: boolean;
}

export interface AnalyticsConfig {
  readonly retentionDays: number;
  readonly matomo?: MatomoConfig;
}

export function readAnalytics(values: VariableValues, errors: string[]): AnalyticsConfig {
  const { MATOMO_URL, MATOMO_TOKEN, MATOMO_SCRIPT = false, ANALYTICS_RETENTION_DAYS = 0 } = values;
  const isUrlInvalid = errors.some((line) => line.startsWith('MATOMO_URL '));
  if (MATOMO_URL === undefined && !isUrlInvalid) {
    if (MATOMO_TOKEN !== undefined)
      errors.push('MATOMO_TOKEN is set without MATOMO_URL; expected both, or only MATOMO_URL');
    if (MATOMO_SCRIPT) errors.push('MATOMO_SCRIPT is "true" without a Matomo; expected MATOMO_URL to be set');
  }
  return {
    retentionDays: ANALYTICS_RETENTION_DAYS,
    ...(MATOMO_URL !== undefined && {
      matomo: {
        url: MATOMO_URL,
        script: MATOMO_SCRIPT,
        ...(MATOMO_TOKEN !== undefined && { token: MATOMO_TOKEN }),
      },
    }),
  };
}

/** The values as variables, without secrets. */
export function describeAnalytics({ retentionDays, matomo }: AnalyticsConfig) {
  return {
    ANALYTICS_RETENTION_DAYS: String(retentionDays),
    MATOMO_URL: matomo?.url ?? '(not set: hits stay on this server)',
    MATOMO_TOKEN: matomo?.token === undefined ? '(not set)' : '(set)',
    MATOMO_SCRIPT: String(matomo?.script ?? false),
  };
}

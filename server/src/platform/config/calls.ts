/** Configuration of calls: ICE servers and LiveKit. */
import type { Values } from '#platform/config/variables';

export interface RtcConfig {
  readonly stunUrls: readonly string[];
  readonly turn?: { readonly urls: readonly string[]; readonly secret: string; readonly ttl: number };
  /** Media is always relayed, so that browsers do not learn each other's IP addresses. */
  readonly relayOnly: boolean;
}

export interface LivekitConfig {
  /** wss://…, as browsers reach it. */
  readonly url: string;
  readonly apiKey: string;
  readonly apiSecret: string;
}

export interface CallsConfig {
  readonly enabled: boolean;
  readonly rtc: RtcConfig;
  /** Without it calls have at most six participants. */
  readonly livekit?: LivekitConfig;
}

/** Reports an error if only some variables of a group are set. */
function expectAll(parts: Readonly<Record<string, unknown>>, faults: string[]): boolean {
  const names = Object.keys(parts);
  const missing = names.filter((name) => parts[name] === undefined);
  if (missing.length === names.length) return false;
  // A part with a wrong value has its own line already.
  const unset = missing.filter((name) => !faults.some((line) => line.startsWith(name)));
  if (unset.length > 0)
    faults.push(`${unset.join(', ')} not set; expected all of ${names.join(', ')}, or none of them`);
  return true;
}

export function readCalls(values: Values, faults: string[]): CallsConfig {
  const { TURN_URLS, TURN_SECRET, LIVEKIT_URL, LIVEKIT_API_KEY, LIVEKIT_API_SECRET } = values;
  const hasTurn = expectAll({ TURN_URLS, TURN_SECRET }, faults);
  const hasLivekit = expectAll({ LIVEKIT_URL, LIVEKIT_API_KEY, LIVEKIT_API_SECRET }, faults);
  if (values.RELAY_ONLY === true && !hasTurn)
    faults.push('RELAY_ONLY is "true", and there is no relay; expected TURN_URLS and TURN_SECRET with it');
  return {
    enabled: values.CALLS !== false,
    rtc: {
      stunUrls: values.STUN_URLS ?? [],
      ...(hasTurn
        ? { turn: { urls: TURN_URLS ?? [], secret: TURN_SECRET ?? '', ttl: values.TURN_TTL ?? 0 } }
        : {}),
      relayOnly: values.RELAY_ONLY === true,
    },
    ...(hasLivekit
      ? {
          livekit: {
            url: LIVEKIT_URL ?? '',
            apiKey: LIVEKIT_API_KEY ?? '',
            apiSecret: LIVEKIT_API_SECRET ?? '',
          },
        }
      : {}),
  };
}

const secret = (value: unknown) => (value === undefined ? '(not set)' : '(set)');

/** The values as variables, without secrets. */
export function describeCalls({ enabled, rtc, livekit }: CallsConfig) {
  return {
    CALLS: enabled ? 'on' : 'off',
    STUN_URLS: rtc.stunUrls.join(',') || '(none)',
    TURN_URLS: rtc.turn?.urls.join(',') ?? '(none: calls between some networks fail)',
    TURN_SECRET: secret(rtc.turn),
    TURN_TTL: String(rtc.turn?.ttl ?? '(no relay)'),
    RELAY_ONLY: String(rtc.relayOnly),
    LIVEKIT_URL: livekit?.url ?? '(not set: calls of six at most)',
    LIVEKIT_API_KEY: secret(livekit),
    LIVEKIT_API_SECRET: secret(livekit),
  };
}

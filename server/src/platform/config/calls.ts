/** Configuration of calls: ICE servers and LiveKit. */
import { checkGroup } from '#platform/config/variableGroup';
import type { VariableValues } from '#platform/config/variables';

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

export function readCalls(values: VariableValues, errors: string[]): CallsConfig {
  const { TURN_URLS, TURN_SECRET, LIVEKIT_URL, LIVEKIT_API_KEY, LIVEKIT_API_SECRET } = values;
  const hasTurn = checkGroup({ TURN_URLS, TURN_SECRET }, errors);
  const hasLivekit = checkGroup({ LIVEKIT_URL, LIVEKIT_API_KEY, LIVEKIT_API_SECRET }, errors);
  if (values.RELAY_ONLY === true && !hasTurn)
    errors.push('RELAY_ONLY is "true" without a TURN server; expected TURN_URLS and TURN_SECRET to be set');
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
    TURN_TTL: String(rtc.turn?.ttl ?? '(no TURN server)'),
    RELAY_ONLY: String(rtc.relayOnly),
    LIVEKIT_URL: livekit?.url ?? '(not set: at most six participants per call)',
    LIVEKIT_API_KEY: secret(livekit),
    LIVEKIT_API_SECRET: secret(livekit),
  };
}

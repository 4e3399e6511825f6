/** All environment variables of the server: their schema, its description and the default. */
import { isIP } from 'node:net';
import { locales, type Locale } from '@foyer/contract';
import { analyticsRetentionDays } from '@foyer/contract/limits';
import * as z from 'zod';

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export const minAdminKeyLength = 24;

interface Variable<T> {
  readonly schema: z.ZodType<T, string>;
  /** Completes the sentence "expected …". */
  readonly expected: string;
  /** The default, as a text. */
  readonly fallback?: string;
  /** Never printed; can also be read from the file that NAME_FILE names. */
  readonly secret?: boolean;
}
const variable = <T>(declaration: Variable<T>): Variable<T> => declaration;

const wholeNumber = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .refine((value) => value >= from && value <= to);

function isOrigin(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const url = new URL(value);
  return /^https?:$/.test(url.protocol) && url.host !== '' && `${url.origin}/` === url.href;
}

function isHttpUrl(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}

/** An http or https URL without user, query and hash. Its origin is part of a security policy. */
function isPlainUrl(value: string): boolean {
  if (!isHttpUrl(value) || /[\s;,'"?#]/.test(value)) return false;
  const { username, password } = new URL(value);
  return username === '' && password === '';
}

/** Whether the text is an IP address or a network such as `10.0.0.0/8` or `fd00::/8`. */
function isNetwork(value: string): boolean {
  const [address = '', bits, ...rest] = value.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

const list = z.string().transform((value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);

const supportedLocales = list.pipe(
  z
    .array(z.enum(locales))
    .min(1)
    .refine((names) => new Set(names).size === names.length)
    .transform((names): { default: Locale; supported: readonly Locale[] } => ({
      default: names[0] ?? 'en',
      supported: names,
    })),
);

export const variables = {
  PORT: variable({
    schema: wholeNumber(0, 65_535),
    expected: 'a whole number from 0 (any free port) to 65535',
    fallback: '8080',
  }),
  HOST: variable({
    schema: z.string().regex(/^[A-Za-z0-9.:_-]{1,253}$/),
    expected: 'an address or host name of this machine, such as 127.0.0.1 or 0.0.0.0',
    fallback: '127.0.0.1',
  }),
  DATA_DIR: variable({ schema: z.string(), expected: 'a folder', fallback: './data' }),
  PUBLIC_URL: variable({
    schema: z
      .string()
      .refine(isOrigin)
      .transform((value) => new URL(value).origin),
    expected: 'an http or https URL without a path, such as https://venue.example.org',
  }),
  DATABASE_URL: variable({
    schema: z.string().refine((value) => /^postgres(ql)?:\/\/./.test(value) && URL.canParse(value)),
    expected: 'a PostgreSQL URL, such as postgresql://user:password@host:5432/foyer',
    secret: true,
  }),
  REDIS_URL: variable({
    schema: z.string().refine((value) => /^rediss?:\/\/./.test(value) && URL.canParse(value)),
    expected: 'the URL of a Redis or Valkey server, such as redis://user:password@host:6379',
    secret: true,
  }),
  S3_ENDPOINT: variable({
    schema: z.string().refine(isHttpUrl),
    expected: 'the http or https URL of an S3 service',
  }),
  S3_BUCKET: variable({
    schema: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/),
    expected: 'the name of a bucket (3 to 63 lower-case letters, digits, dots, dashes)',
  }),
  S3_REGION: variable({
    schema: z.string().regex(/^[a-z0-9-]{1,64}$/),
    expected: 'a region, such as eu-central-1',
  }),
  S3_ACCESS_KEY_ID: variable({ schema: z.string(), expected: 'the id of an access key', secret: true }),
  S3_SECRET_ACCESS_KEY: variable({
    schema: z.string(),
    expected: 'the secret of an access key',
    secret: true,
  }),
  ADMIN_KEY: variable({
    schema: z.string().regex(new RegExp(`^[\\x21-\\x7e]{${minAdminKeyLength},512}$`)),
    expected: `at least ${minAdminKeyLength} characters without spaces (create one with openssl rand -base64 32)`,
    secret: true,
  }),
  TRUSTED_PROXIES: variable({
    schema: list.refine((networks) => networks.every(isNetwork)),
    expected: 'networks of the proxies in front of this server, separated by commas, such as 10.0.0.0/8',
    fallback: '',
  }),
  LOG_LEVEL: variable({
    schema: z.enum(logLevels),
    expected: `one of ${logLevels.join(', ')}`,
    fallback: 'info',
  }),
  LOCALES: variable({
    schema: supportedLocales,
    expected: `languages separated by commas, the default one first, out of ${locales.join(', ')}`,
    fallback: 'en,de,ar',
  }),
  TAB_TITLE: variable({
    schema: z
      .string()
      .max(120)
      .regex(/^[^\p{Cc}]+$/u),
    expected: 'a title of at most 120 characters',
  }),
  FAVICON: variable({
    schema: z.string().refine((value) => /^\/(?!\/)[^\s"'<>\\]*$/.test(value) || isIconUrl(value)),
    expected: 'a path on this server, such as /favicon.svg, or an https URL',
  }),
  LOGIN_FILE: variable({
    schema: z.string(),
    expected: 'the JSON file with the login options',
  }),
  SMTP_URL: variable({
    schema: z.string().refine(isSmtpUrl),
    expected: 'the URL of a mail server, such as smtp://user:password@mail.example.org:587',
    secret: true,
  }),
  MAIL_FROM: variable({
    schema: z
      .string()
      .max(320)
      .regex(/^([^\p{Cc}<>"]* <)?[^\s\p{Cc}<>@",;]+@[^\s\p{Cc}<>@",;]+>?$/u)
      .refine((value) => value.includes('<') === value.endsWith('>')),
    expected: 'a sender, such as events@example.org or Example Events <events@example.org>',
  }),
  MAIL_CATCH: variable({
    schema: z.enum(['true', 'false']).transform((value) => value === 'true'),
    expected: 'true or false',
    fallback: 'false',
  }),
  USER_PRESENCE: variable({
    schema: z.enum(['true', 'false']).transform((value) => value === 'true'),
    expected: 'true or false',
    fallback: 'true',
  }),
  CALLS: variable({
    schema: z.enum(['on', 'off']).transform((value) => value === 'on'),
    expected: 'on or off',
    fallback: 'on',
  }),
  STUN_URLS: variable({
    schema: list.refine((urls) => urls.every((url) => /^stuns?:[^\s?]+$/.test(url))),
    expected: 'URLs separated by commas, such as stun:turn.example.org:3478',
  }),
  TURN_URLS: variable({
    schema: list.refine(
      (urls) => urls.length > 0 && urls.every((url) => /^turns?:[^\s?]+(\?transport=(udp|tcp))?$/.test(url)),
    ),
    expected:
      'URLs separated by commas, such as turn:turn.example.org:3478?transport=udp,turns:turn.example.org:5349',
  }),
  TURN_SECRET: variable({
    schema: z.string().min(16),
    expected: 'the static-auth-secret of the TURN server, at least 16 characters',
    secret: true,
  }),
  TURN_TTL: variable({
    schema: wholeNumber(3_600, 43_200),
    expected: 'the seconds (3600 to 43200) for which credentials of the TURN server are valid',
    fallback: '43200',
  }),
  RELAY_ONLY: variable({
    schema: z.enum(['true', 'false']).transform((value) => value === 'true'),
    expected: 'true or false',
    fallback: 'false',
  }),
  LIVEKIT_URL: variable({
    schema: z
      .string()
      .refine((value) => /^wss?:\/\/./.test(value) && URL.canParse(value) && !/[\s;,'"]/.test(value)),
    expected: 'the URL of a LiveKit server, such as wss://livekit.example.org',
  }),
  LIVEKIT_API_KEY: variable({
    schema: z.string(),
    expected: 'an API key of the LiveKit server',
    secret: true,
  }),
  LIVEKIT_API_SECRET: variable({
    schema: z.string().min(32),
    expected: 'the secret of that API key, at least 32 characters',
    secret: true,
  }),
  ZOOM_SDK_KEY: variable({
    schema: z.string().regex(/^[\x21-\x7e]{1,200}$/),
    expected: 'the client id of a Zoom app, without spaces',
  }),
  ZOOM_SDK_SECRET: variable({
    schema: z.string().regex(/^[\x21-\x7e]{16,200}$/),
    expected: 'the client secret of that Zoom app, 16 to 200 characters without spaces',
    secret: true,
  }),
  WEBEX_EMBEDDED: variable({
    schema: z.enum(['true', 'false']).transform((value) => value === 'true'),
    expected: 'true or false',
    fallback: 'false',
  }),
  VIMEO_TOKEN: variable({
    schema: z.string().regex(/^[\x21-\x7e]{8,200}$/),
    expected: 'an access token of the Vimeo account that owns the films, 8 to 200 characters without spaces',
    secret: true,
  }),
  VIMEO_API_URL: variable({
    schema: z
      .string()
      .refine(isPlainUrl)
      .transform((value) => value.replace(/\/$/, '')),
    expected: "the http or https URL of Vimeo's API",
    fallback: 'https://api.vimeo.com',
  }),
  CHAT_RETENTION_DAYS: variable({
    schema: wholeNumber(1, 3650),
    expected: 'the days (1 to 3650) for which messages are kept',
  }),
  ANALYTICS_RETENTION_DAYS: variable({
    schema: wholeNumber(1, 3650),
    expected: 'the days (1 to 3650) for which single page views and events are kept',
    fallback: String(analyticsRetentionDays),
  }),
  MATOMO_URL: variable({
    schema: z
      .string()
      .refine((value) => isPlainUrl(value) && !value.endsWith('.php'))
      .transform((value) => new URL(value).href.replace(/\/$/, '')),
    expected: 'the http or https URL of a Matomo without matomo.php, such as https://matomo.example.org',
  }),
  MATOMO_TOKEN: variable({
    schema: z.string().regex(/^[\x21-\x7e]{8,200}$/),
    expected: 'an auth token of that Matomo, 8 to 200 characters without spaces',
    secret: true,
  }),
  MATOMO_SCRIPT: variable({
    schema: z.enum(['true', 'false']).transform((value) => value === 'true'),
    expected: 'true or false',
    fallback: 'false',
  }),
  STOP_DELAY: variable({
    schema: wholeNumber(0, 300),
    expected: 'the seconds (0 to 300) during which /readyz fails and requests are still accepted',
    fallback: '0',
  }),
} as const;

function isSmtpUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const url = new URL(value);
  const isComplete =
    /^smtps?:$/.test(url.protocol) && url.hostname !== '' && /^\/?$/.test(url.pathname + url.search);
  // Names and passwords are percent-encoded; a lone percent sign is not.
  return isComplete && !/%(?![0-9a-f]{2})/i.test(`${url.username}:${url.password}`);
}

function isIconUrl(value: string): boolean {
  return /^[^\s"'<>\\;]+$/.test(value) && URL.canParse(value) && new URL(value).protocol === 'https:';
}

export type VariableName = keyof typeof variables;
/** The validated value of each variable; undefined if it is not set and has no default. */
export type VariableValues = {
  readonly [N in VariableName]: z.output<(typeof variables)[N]['schema']> | undefined;
};

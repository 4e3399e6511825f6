/** Reads the environment. All other code receives a `Config`. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Locale, WidgetSettings } from '@foyer/contract';
import { describeAnalytics, readAnalytics, type AnalyticsConfig } from '#platform/config/analytics';
import { describeCalls, readCalls, type CallsConfig } from '#platform/config/calls';
import { describeMail, readMail, type MailConfig } from '#platform/config/mail';
import { checkGroup } from '#platform/config/variableGroup';
import {
  variables,
  type logLevels,
  type VariableValues,
  type VariableName,
} from '#platform/config/variables';
import { describeVimeo, readVimeo, type VimeoConfig } from '#platform/config/vimeo';
import { describeZoom, readZoom, type ZoomConfig } from '#platform/config/zoom';

export interface S3Config {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface Config {
  /** 0: any free port. */
  readonly port: number;
  readonly host: string;
  /** Absolute. */
  readonly dataDir: string;
  /** Scheme, host and port under which users reach the server, without a trailing slash. */
  readonly publicUrl: string;
  readonly databaseUrl?: string;
  /** The bus between the nodes of a distributed server. */
  readonly redisUrl?: string;
  readonly s3?: S3Config;
  readonly adminKey?: string;
  /** Networks (CIDR) whose X-Forwarded-… headers are trusted. */
  readonly trustedProxies: readonly string[];
  readonly logLevel: (typeof logLevels)[number];
  readonly locales: { readonly default: Locale; readonly supported: readonly Locale[] };
  /** Without it no mail can be sent. */
  readonly mail?: MailConfig;
  readonly tabTitle?: string;
  readonly favicon?: string;
  /** The file with the login options, absolute. Default `login.json` in the data folder, if it exists. */
  readonly loginFile?: string;
  /** Whether logged-in users see who else is online. */
  readonly userPresence: boolean;
  readonly calls: CallsConfig;
  /** Without it Zoom meetings open in a tab. */
  readonly zoom?: ZoomConfig;
  /** Without it films on Vimeo play in Vimeo's player only. */
  readonly vimeo?: VimeoConfig;
  readonly widgets: WidgetSettings;
  /** How long chat messages are kept; unlimited if not set. */
  readonly chatRetentionDays?: number;
  readonly analytics: AnalyticsConfig;
  /** Milliseconds between the start of a stop and the closing of the port. */
  readonly stopDelayMs: number;
}

/** Exit code for invalid configuration (EX_CONFIG of sysexits.h). */
export const configErrorExitCode = 78;

/** The configuration is invalid. The message has one line per error. */
export class ConfigError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ConfigError';
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads and validates all variables. @throws ConfigError with one line per invalid variable */
export function readConfig(env: Environment): Config {
  const errors: string[] = [];
  const values = Object.fromEntries(
    Object.keys(variables).map((name) => [name, readVariable(name as VariableName, env, errors)]),
  ) as VariableValues;
  const s3 = readS3(values, errors);
  const mail = readMail(values, errors);
  const calls = readCalls(values, errors);
  const zoom = readZoom(values, errors);
  const analytics = readAnalytics(values, errors);
  if (errors.length > 0) throw new ConfigError(errors.join('\n'));
  return toConfig(values, { s3, mail, calls, zoom, analytics });
}

/** A variable's value, set directly or by file; undefined if it is empty. */
function readSetting(name: VariableName, env: Environment, errors: string[]): string | undefined {
  const value = env[name];
  const file = variables[name].secret ? env[`${name}_FILE`] : undefined;
  if (file === undefined || file === '') return value === '' ? undefined : value;
  if (value !== undefined && value !== '') {
    errors.push(`${name} and ${name}_FILE are both set; expected one of them`);
    return undefined;
  }
  try {
    const content = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    if (content !== '') return content;
    errors.push(
      `${name}_FILE is "${file}", which is empty; expected a file with ${variables[name].expected}`,
    );
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    errors.push(`${name}_FILE is "${file}", which cannot be read (${code}); expected a readable file`);
  }
  return undefined;
}

function readVariable(name: VariableName, env: Environment, errors: string[]): unknown {
  const variable: { expected: string; fallback?: string; secret?: boolean } = variables[name];
  const text = readSetting(name, env, errors) ?? variable.fallback;
  if (text === undefined) return undefined;
  const parsed = variables[name].schema.safeParse(text);
  if (parsed.success) return parsed.data;
  // JSON keeps printed values on one line.
  const value = variable.secret ? 'is invalid' : `is ${JSON.stringify(text.slice(0, 200))}`;
  errors.push(`${name} ${value}; expected ${variable.expected}`);
  return undefined;
}

function readS3(values: VariableValues, errors: string[]): S3Config | undefined {
  const group = {
    S3_ENDPOINT: values.S3_ENDPOINT,
    S3_BUCKET: values.S3_BUCKET,
    S3_ACCESS_KEY_ID: values.S3_ACCESS_KEY_ID,
    S3_SECRET_ACCESS_KEY: values.S3_SECRET_ACCESS_KEY,
  };
  if (!checkGroup(group, errors)) return undefined;
  return {
    endpoint: (values.S3_ENDPOINT ?? '').replace(/\/$/, ''),
    bucket: values.S3_BUCKET ?? '',
    region: values.S3_REGION ?? 'us-east-1',
    accessKeyId: values.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: values.S3_SECRET_ACCESS_KEY ?? '',
  };
}

/** Asserts that a variable with a default is set. */
function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('A required variable has no default');
  return value;
}

function toConfig(
  values: VariableValues,
  {
    s3,
    mail,
    calls,
    zoom,
    analytics,
  }: {
    s3: S3Config | undefined;
    mail: MailConfig | undefined;
    calls: CallsConfig;
    zoom: ZoomConfig | undefined;
    analytics: AnalyticsConfig;
  },
): Config {
  const port = required(values.PORT);
  const vimeo = readVimeo(values);
  return Object.freeze({
    port,
    host: required(values.HOST),
    dataDir: resolve(required(values.DATA_DIR)),
    publicUrl: values.PUBLIC_URL ?? localUrl(port),
    ...(values.DATABASE_URL === undefined ? {} : { databaseUrl: values.DATABASE_URL }),
    ...(values.REDIS_URL === undefined ? {} : { redisUrl: values.REDIS_URL }),
    ...(s3 === undefined ? {} : { s3 }),
    ...(values.ADMIN_KEY === undefined ? {} : { adminKey: values.ADMIN_KEY }),
    trustedProxies: required(values.TRUSTED_PROXIES),
    logLevel: required(values.LOG_LEVEL),
    locales: required(values.LOCALES),
    ...(mail === undefined ? {} : { mail }),
    ...(values.TAB_TITLE === undefined ? {} : { tabTitle: values.TAB_TITLE }),
    ...(values.FAVICON === undefined ? {} : { favicon: values.FAVICON }),
    ...(values.LOGIN_FILE === undefined ? {} : { loginFile: resolve(values.LOGIN_FILE) }),
    userPresence: required(values.USER_PRESENCE),
    calls,
    ...(zoom === undefined ? {} : { zoom }),
    ...(vimeo === undefined ? {} : { vimeo }),
    widgets: { webexEmbedded: required(values.WEBEX_EMBEDDED), vimeoStreams: vimeo !== undefined },
    ...(values.CHAT_RETENTION_DAYS === undefined ? {} : { chatRetentionDays: values.CHAT_RETENTION_DAYS }),
    analytics,
    stopDelayMs: required(values.STOP_DELAY) * 1000,
  });
}

const localUrl = (port: number) => `http://localhost:${port}`;

/** The configuration after the port is bound: with PORT=0 the default URL is known only then. */
export function withPort(config: Config, port: number): Config {
  const publicUrl = config.publicUrl === localUrl(config.port) ? localUrl(port) : config.publicUrl;
  return Object.freeze({ ...config, port, publicUrl });
}

/** The effective configuration as lines `NAME=value`, without secrets. */
export function describeConfig(config: Config): string[] {
  const secret = (value: string | undefined) => (value === undefined ? '(not set)' : '(set)');
  const described: Record<VariableName, string> = {
    PORT: String(config.port),
    HOST: config.host,
    DATA_DIR: config.dataDir,
    PUBLIC_URL: config.publicUrl,
    DATABASE_URL:
      config.databaseUrl === undefined
        ? '(not set: SQLite in DATA_DIR)'
        : withoutPassword(config.databaseUrl),
    REDIS_URL: config.redisUrl === undefined ? '(not set: one node)' : withoutPassword(config.redisUrl),
    S3_ENDPOINT: config.s3?.endpoint ?? '(not set: files in DATA_DIR)',
    S3_BUCKET: config.s3?.bucket ?? '(not set)',
    S3_REGION: config.s3?.region ?? '(not set)',
    S3_ACCESS_KEY_ID: secret(config.s3?.accessKeyId),
    S3_SECRET_ACCESS_KEY: secret(config.s3?.secretAccessKey),
    ADMIN_KEY:
      config.adminKey === undefined ? '(not set: created at the first start in DATA_DIR/admin-key)' : '(set)',
    TRUSTED_PROXIES: config.trustedProxies.join(',') || '(none)',
    LOG_LEVEL: config.logLevel,
    LOCALES: config.locales.supported.join(','),
    TAB_TITLE: config.tabTitle ?? '(not set: Foyer)',
    FAVICON: config.favicon ?? '(not set: /favicon.svg)',
    LOGIN_FILE: config.loginFile ?? '(not set: login.json in DATA_DIR, if it exists)',
    ...describeMail(config.mail),
    MAIL_CATCH: String(config.mail?.kind === 'catch'),
    USER_PRESENCE: String(config.userPresence),
    ...describeCalls(config.calls),
    ...describeZoom(config.zoom),
    WEBEX_EMBEDDED: String(config.widgets.webexEmbedded),
    ...describeVimeo(config.vimeo),
    CHAT_RETENTION_DAYS: String(config.chatRetentionDays ?? '(not set: unlimited)'),
    ...describeAnalytics(config.analytics),
    STOP_DELAY: String(config.stopDelayMs / 1000),
  };
  return Object.entries(described).map(([name, value]) => `${name}=${value}`);
}

/** Host, port and database only: the user part and the query may contain passwords. */
function withoutPassword(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  const user = url.username === '' ? '' : `${url.username}:(secret)@`;
  return `${url.protocol}//${user}${url.host}${url.pathname}`;
}

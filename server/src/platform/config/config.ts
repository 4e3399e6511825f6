/** The one place that reads the environment. Everything else is given a `Config`. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Locale } from '@foyer/contract';
import { describeCalls, readCalls, type CallsConfig } from '#platform/config/calls';
import { describeMail, readMail, type MailConfig } from '#platform/config/mail';
import { variables, type logLevels, type Values, type VariableName } from '#platform/config/variables';

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
  /** Scheme, host and port under which people reach the server, without a slash at the end. */
  readonly publicUrl: string;
  readonly databaseUrl?: string;
  /** Where the nodes of a distributed server tell each other what happens. */
  readonly redisUrl?: string;
  readonly s3?: S3Config;
  readonly adminKey?: string;
  /** Networks (CIDR) whose X-Forwarded-… headers are believed. */
  readonly trustedProxies: readonly string[];
  readonly logLevel: (typeof logLevels)[number];
  readonly locales: { readonly default: Locale; readonly supported: readonly Locale[] };
  /** Without it no mail can be sent. */
  readonly mail?: MailConfig;
  readonly tabTitle?: string;
  readonly favicon?: string;
  /** Lists the ways to log in. Absolute; without it `login.json` of the data folder, where that is there. */
  readonly loginFile?: string;
  /** Whether people who are logged in see who else is here. */
  readonly userPresence: boolean;
  readonly calls: CallsConfig;
  /** How long messages of chat are kept; for good unless told. */
  readonly chatRetentionDays?: number;
  /** Milliseconds between the first word of a stop and the closing of the port. */
  readonly stopDelayMs: number;
}

/** Exit code of a server that is set up wrongly (EX_CONFIG of sysexits.h). */
export const configExit = 78;

/** The server cannot run as it is set up. The message has one line for each thing that is wrong. */
export class ConfigFault extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ConfigFault';
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads and checks all variables. Throws a `ConfigFault` that has a line for each wrong one. */
export function readConfig(env: Environment): Config {
  const faults: string[] = [];
  const values = Object.fromEntries(
    Object.keys(variables).map((name) => [name, readVariable(name as VariableName, env, faults)]),
  ) as Values;
  const s3 = readS3(values, faults);
  const mail = readMail(values, faults);
  const calls = readCalls(values, faults);
  if (faults.length > 0) throw new ConfigFault(faults.join('\n'));
  return assemble(values, { s3, mail, calls });
}

/** What is set in the environment, be it by value or by file; undefined where it is empty. */
function setting(name: VariableName, env: Environment, faults: string[]): string | undefined {
  const value = env[name];
  const file = variables[name].secret ? env[`${name}_FILE`] : undefined;
  if (file === undefined || file === '') return value === '' ? undefined : value;
  if (value !== undefined && value !== '') {
    faults.push(`${name} and ${name}_FILE are both set; expected one of them`);
    return undefined;
  }
  try {
    const content = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    if (content !== '') return content;
    faults.push(
      `${name}_FILE is "${file}", which is empty; expected a file that holds ${variables[name].expected}`,
    );
  } catch (fault) {
    const { code } = fault as NodeJS.ErrnoException;
    faults.push(`${name}_FILE is "${file}", which cannot be read (${code}); expected a readable file`);
  }
  return undefined;
}

function readVariable(name: VariableName, env: Environment, faults: string[]): unknown {
  const variable: { expected: string; fallback?: string; secret?: boolean } = variables[name];
  const text = setting(name, env, faults) ?? variable.fallback;
  if (text === undefined) return undefined;
  const parsed = variables[name].schema.safeParse(text);
  if (parsed.success) return parsed.data;
  // A value may be anything; what is printed of it stays on one line.
  const shown = variable.secret ? 'has a wrong value' : `is ${JSON.stringify(text.slice(0, 200))}`;
  faults.push(`${name} ${shown}; expected ${variable.expected}`);
  return undefined;
}

function readS3(values: Values, faults: string[]): S3Config | undefined {
  const parts = {
    S3_ENDPOINT: values.S3_ENDPOINT,
    S3_BUCKET: values.S3_BUCKET,
    S3_ACCESS_KEY_ID: values.S3_ACCESS_KEY_ID,
    S3_SECRET_ACCESS_KEY: values.S3_SECRET_ACCESS_KEY,
  };
  const missing = Object.entries(parts).flatMap(([name, value]) => (value === undefined ? [name] : []));
  if (missing.length === 4) return undefined;
  // A part with a wrong value has its own line already.
  const unset = missing.filter((name) => !faults.some((line) => line.startsWith(name)));
  if (unset.length > 0) {
    faults.push(
      `${unset.join(', ')} not set; expected all of ${Object.keys(parts).join(', ')}, or none of them`,
    );
  }
  return {
    endpoint: (values.S3_ENDPOINT ?? '').replace(/\/$/, ''),
    bucket: values.S3_BUCKET ?? '',
    region: values.S3_REGION ?? 'us-east-1',
    accessKeyId: values.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: values.S3_SECRET_ACCESS_KEY ?? '',
  };
}

/** Everything with a default is set by now; `must` says so to the compiler and to a reader who forgets a default. */
function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a variable without a default was taken for one with a default');
  return value;
}

function assemble(
  values: Values,
  { s3, mail, calls }: { s3: S3Config | undefined; mail: MailConfig | undefined; calls: CallsConfig },
): Config {
  const port = must(values.PORT);
  return Object.freeze({
    port,
    host: must(values.HOST),
    dataDir: resolve(must(values.DATA_DIR)),
    publicUrl: values.PUBLIC_URL ?? localUrl(port),
    ...(values.DATABASE_URL === undefined ? {} : { databaseUrl: values.DATABASE_URL }),
    ...(values.REDIS_URL === undefined ? {} : { redisUrl: values.REDIS_URL }),
    ...(s3 === undefined ? {} : { s3 }),
    ...(values.ADMIN_KEY === undefined ? {} : { adminKey: values.ADMIN_KEY }),
    trustedProxies: must(values.TRUSTED_PROXIES),
    logLevel: must(values.LOG_LEVEL),
    locales: must(values.LOCALES),
    ...(mail === undefined ? {} : { mail }),
    ...(values.TAB_TITLE === undefined ? {} : { tabTitle: values.TAB_TITLE }),
    ...(values.FAVICON === undefined ? {} : { favicon: values.FAVICON }),
    ...(values.LOGIN_FILE === undefined ? {} : { loginFile: resolve(values.LOGIN_FILE) }),
    userPresence: must(values.USER_PRESENCE),
    calls,
    ...(values.CHAT_RETENTION_DAYS === undefined ? {} : { chatRetentionDays: values.CHAT_RETENTION_DAYS }),
    stopDelayMs: must(values.STOP_DELAY) * 1000,
  });
}

const localUrl = (port: number) => `http://localhost:${port}`;

/** The configuration once the port is bound: with PORT=0 the default address is known only then. */
export function withPort(config: Config, port: number): Config {
  const publicUrl = config.publicUrl === localUrl(config.port) ? localUrl(port) : config.publicUrl;
  return Object.freeze({ ...config, port, publicUrl });
}

/** The effective configuration as lines `NAME=value`, secrets left out. */
export function describeConfig(config: Config): string[] {
  const secret = (value: string | undefined) => (value === undefined ? '(not set)' : '(set)');
  const shown: Record<VariableName, string> = {
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
      config.adminKey === undefined ? '(not set: made at the first start, in DATA_DIR/admin-key)' : '(set)',
    TRUSTED_PROXIES: config.trustedProxies.join(',') || '(none)',
    LOG_LEVEL: config.logLevel,
    LOCALES: config.locales.supported.join(','),
    TAB_TITLE: config.tabTitle ?? '(not set: Foyer)',
    FAVICON: config.favicon ?? '(not set: /favicon.svg)',
    LOGIN_FILE: config.loginFile ?? '(not set: login.json in DATA_DIR, where it is there)',
    ...describeMail(config.mail),
    MAIL_CATCH: String(config.mail?.kind === 'catch'),
    USER_PRESENCE: String(config.userPresence),
    ...describeCalls(config.calls),
    CHAT_RETENTION_DAYS: String(config.chatRetentionDays ?? '(not set: for good)'),
    STOP_DELAY: String(config.stopDelayMs / 1000),
  };
  return Object.entries(shown).map(([name, value]) => `${name}=${value}`);
}

/** Host, port and database: a password may stand in the address's user part and in its query. */
function withoutPassword(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  const user = url.username === '' ? '' : `${url.username}:(secret)@`;
  return `${url.protocol}//${user}${url.host}${url.pathname}`;
}

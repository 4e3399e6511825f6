/** The test harness: a complete server in this process with real HTTP and real storage, stopped when the test ends. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  errorResponse,
  errorCodes,
  type ResponseOf,
  type Endpoint,
  type ErrorResponse,
} from '@foyer/contract';
import { afterAll, expect, onTestFinished } from 'vitest';
import * as z from 'zod';
import { PasswordHasher } from '../features/account/passwords/passwordHasher.ts';
import { ThreadedChecker, type VenueChecker } from '../features/venue/check/threadedChecker.ts';
import { startServer, type RunningServer } from '../start.ts';
import { systemEvery, systemPause, type Every, type Pause } from '#platform/clock';
import { readConfig, type Environment } from '#platform/config/config';
import { createLog } from '#platform/log/log';
import type { CallResponse, Caller, CallOptions, Calls, Input } from '#testing/calls';
import { migratedDatabase, type TestDatabase } from '#testing/database';
import { reusePool } from '#testing/postgresPools';
import { readSetCookie, TestUsers, type TestUser, type TestUserOptions } from '#testing/testUsers';
import { reuseWriter } from '#testing/writerThreads';

export const testAdminKey = 'the-key-of-the-server-tests';
interface TestTime {
  /** Milliseconds since 1970. */
  now: number;
  /** By the monotonic clock. */
  elapsed: number;
}

/** The time at which the clock of a test starts. */
export const testStart = Date.UTC(2026, 10, 20, 12, 0, 0);

export interface FoyerOptions {
  readonly env?: Environment;
  /** The built web app: a folder with an index.html. Default: none. */
  readonly webDir?: string;
  /** The content of the login file; absent: no login file. */
  readonly login?: object;
  /** Uses the password hashing cost of production, and real delays of slowed-down sign-ins. */
  readonly realCosts?: boolean;
  /** Uses the existing data of this test, which removes it. */
  readonly database?: { readonly dataDir: string; readonly databaseUrl: string | undefined };
}

export type { CallResponse, Caller, CallOptions, Input } from '#testing/calls';

export class Foyer implements Calls {
  readonly running: RunningServer;
  readonly dataDir: string;
  /** Lines of the log, parsed. */
  readonly logged: Record<string, unknown>[];
  private readonly time: TestTime;
  readonly users: TestUsers;
  private stageCookie: string | undefined;
  private guest: Promise<{ readonly token: string }> | undefined;

  constructor(deps: {
    running: RunningServer;
    dataDir: string;
    logged: Record<string, unknown>[];
    time: TestTime;
  }) {
    this.running = deps.running;
    this.dataDir = deps.dataDir;
    this.logged = deps.logged;
    this.time = deps.time;
    this.users = new TestUsers(this);
  }

  get url(): string {
    return this.running.url;
  }

  /** Milliseconds since 1970. */
  get now(): number {
    return this.time.now;
  }

  /** Lets time pass. */
  advance(milliseconds: number): void {
    this.time.now += milliseconds;
    this.time.elapsed += milliseconds;
  }

  /** Sets the server's clock forward or back, like NTP or an operator. No time passes. */
  shiftClock(milliseconds: number): void {
    this.time.now += milliseconds;
  }

  /** Calls an endpoint. Checks that the response matches its schema, and that an error is declared. */
  async call<E extends Endpoint>(
    endpoint: E,
    input: Input<E>,
    options: CallOptions = {},
  ): Promise<CallResponse<E>> {
    const { params = {}, query, body } = input as { params?: object; query?: object; body?: unknown };
    const { mode = 'LIVE', as = 'admin' } = options;
    const path = endpoint.path.replaceAll(/:(\w+)/g, (_all, name: string) =>
      encodeURIComponent(String((params as Record<string, unknown>)[name])),
    );
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query ?? {})) {
      if (value !== undefined) search.set(name, String(value));
    }
    const content =
      typeof body === 'string' || body instanceof Uint8Array
        ? new Uint8Array(Buffer.from(body))
        : JSON.stringify(body);
    const response = await this.fetch(
      `${mode === 'STAGE' ? '/stage' : ''}/api${path}${search.size ? `?${search.toString()}` : ''}`,
      {
        method: endpoint.method,
        headers: {
          ...(await this.credentials(as)),
          ...(body === undefined
            ? {}
            : { 'content-type': endpoint.body === 'raw' ? 'application/octet-stream' : 'application/json' }),
          ...options.headers,
        },
        ...(body === undefined ? {} : { body: content }),
      },
    );
    const bytes = new Uint8Array(await response.arrayBuffer());
    const { status, headers } = response;
    const error = status >= 400 ? errorOf(endpoint, status, bytes) : undefined;
    return {
      status,
      headers,
      bytes,
      error,
      body: (error ? undefined : bodyOf(endpoint, status, bytes)) as ResponseOf<E>,
    };
  }

  /** Like `call`, but an error response fails the test. Returns the body. */
  async must<E extends Endpoint>(
    endpoint: E,
    input: Input<E>,
    options: CallOptions = {},
  ): Promise<ResponseOf<E>> {
    const { error, body } = await this.call(endpoint, input, options);
    if (error)
      throw new Error(
        `${endpoint.name}: ${error.code}: ${error.errMsg} ${JSON.stringify(error.details ?? '')}`,
      );
    return body;
  }

  /** A raw request; redirects are not followed. */
  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(this.url + path, { redirect: 'manual', ...init });
  }

  async credentials(as: Caller): Promise<Record<string, string>> {
    if (as === 'anonymous') return {};
    if (as === 'admin') return { authorization: `Bearer ${testAdminKey}` };
    if (as === 'guest') return bearer(await (this.guest ??= this.users.guest()));
    if (as !== 'stage') return bearer(typeof as === 'object' ? as : await this.users.of(as));
    return { cookie: (this.stageCookie ??= await this.openStage()), origin: this.running.config.publicUrl };
  }

  /** Creates an account and signs it in. */
  account(options: TestUserOptions = {}): Promise<TestUser> {
    return this.users.add(options);
  }

  /** Opens a stage link like a browser. Returns the cookie, `foyer_stage=…`. */
  async openStage(): Promise<string> {
    const { url } = await this.running.app.createStageLink();
    const response = await this.fetch('/stage-link', {
      method: 'POST',
      headers: { origin: this.running.config.publicUrl },
      body: new URLSearchParams({ code: new URL(url).searchParams.get('code') ?? '' }),
    });
    expect(response.status).toBe(303);
    return readSetCookie(response.headers, 'foyer_stage');
  }

  /** Takes the errors out of the log: those that are left fail the test. */
  takeErrors(): Record<string, unknown>[] {
    const isError = ({ level }: Record<string, unknown>) => level === 'error';
    const errors = this.logged.filter(isError);
    this.logged.splice(0, this.logged.length, ...this.logged.filter((line) => !isError(line)));
    return errors;
  }

  stop(): Promise<void> {
    return this.running.stop(1_000);
  }
}

const bearer = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` });

/** Intervals are ten times as short, so that a node notices soon that the test has moved the clock. */
const shortIntervals: Every = (milliseconds, run) => systemEvery(milliseconds / 10, run);
/** A login file in which the password is the only login option. */
export const passwordLogin = { providers: [{ type: 'password' }] };

/** argon2id at its lowest cost. The tests of `passwordHasher.ts` use the real cost. */
const cheapHasher = () => new PasswordHasher({ cost: { memoryCost: 8, timeCost: 1, parallelism: 1 } });
/** Slowed-down sign-ins wait a twentieth of their time. */
const shortPause: Pause = (milliseconds, signal) => systemPause(milliseconds / 20, signal);

/** One thread for all servers of a test process, because starting a thread takes longer than most tests. */
const sharedChecker = new ThreadedChecker();
const venueChecker: VenueChecker = {
  checkVenue: (text, settings) => sharedChecker.checkVenue(text, settings),
  checkSave: (text, settings) => sharedChecker.checkSave(text, settings),
  close: async () => undefined,
};

/** Starts an empty server on a free port; its clock starts at `testStart`. */
export async function startFoyer(options: FoyerOptions = {}): Promise<Foyer> {
  const { foyer, close } = await openFoyer(options);
  onTestFinished(close);
  return foyer;
}

/**
 * One server for all tests of a file that only read. It starts with the first of them and stops after the last test of
 * the file. `prepare` creates its data.
 */
export function sharedFoyer(prepare?: (foyer: Foyer) => Promise<unknown>): () => Promise<Foyer> {
  let opened: Promise<{ foyer: Foyer; close: () => Promise<void> }> | undefined;
  const open = async () => {
    const server = await openFoyer({});
    await prepare?.(server.foyer);
    return server;
  };
  afterAll(async () => (await opened)?.close());
  return async () => (await (opened ??= open())).foyer;
}

async function openFoyer(options: FoyerOptions): Promise<{ foyer: Foyer; close: () => Promise<void> }> {
  const database: TestDatabase =
    options.database === undefined
      ? await migratedDatabase()
      : { ...options.database, remove: async () => undefined };
  const time: TestTime = { now: testStart, elapsed: 0 };
  const logged: Record<string, unknown>[] = [];
  const log = createLog('debug', {
    write: (line) => void logged.push(JSON.parse(line) as Record<string, unknown>),
  });
  if (options.login !== undefined)
    await writeFile(join(database.dataDir, 'login.json'), JSON.stringify(options.login));
  const config = readConfig({
    PORT: '0',
    DATA_DIR: database.dataDir,
    ADMIN_KEY: testAdminKey,
    DATABASE_URL: database.databaseUrl,
    ...options.env,
  });
  const running = await startServer(config, {
    log,
    clock: () => time.now,
    monotonicClock: () => time.elapsed,
    webDir: options.webDir ?? join(database.dataDir, 'no-web'),
    every: shortIntervals,
    ...(options.realCosts === true ? {} : { hasher: cheapHasher(), pause: shortPause }),
    venueChecker,
    startWriter: reuseWriter,
    createPool: reusePool,
  });
  let stopped = false;
  const foyer = new Foyer({
    running: {
      ...running,
      stop: async (limitMs) => {
        if (stopped) return;
        stopped = true;
        await running.stop(limitMs);
      },
    },
    dataDir: database.dataDir,
    logged,
    time,
  });
  const close = async () => {
    await foyer.stop();
    await database.remove();
    // Errors fail the test. A test that causes one on purpose removes it with `takeErrors`.
    expect(logged.filter(({ level }) => level === 'error')).toEqual([]);
  };
  return { foyer, close };
}

function errorOf(endpoint: Endpoint, status: number, bytes: Uint8Array): ErrorResponse {
  if (endpoint.method === 'HEAD') {
    const code = (Object.keys(errorCodes) as (keyof typeof errorCodes)[]).find(
      (key) => errorCodes[key] === status,
    );
    return { errMsg: '', code: code ?? 'internal', requestId: '' };
  }
  const error = z.parse(errorResponse, JSON.parse(new TextDecoder().decode(bytes)));
  expect(errorCodes[error.code], `${endpoint.name}: ${error.code}`).toBe(status);
  expect(error.errMsg).not.toBe('');
  return error;
}

function bodyOf(endpoint: Endpoint, status: number, bytes: Uint8Array): unknown {
  if (endpoint.response === 'raw' || endpoint.response === undefined || status === 304) return undefined;
  return z.parse(endpoint.response, JSON.parse(new TextDecoder().decode(bytes)));
}

/** Creates a folder with the files of a built web app, for tests of pages. */
export async function createWebDir(files: Readonly<Record<string, string | Buffer>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-web-'));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

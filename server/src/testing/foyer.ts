/** The one harness: a whole server in this process, with real HTTP and real storage, that ends with its test. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorAnswer, errorCodes, type AnswerOf, type Endpoint, type ErrorAnswer } from '@foyer/contract';
import { afterAll, expect, onTestFinished } from 'vitest';
import * as z from 'zod';
import { PasswordHasher } from '../features/account/account.hash.ts';
import { startServer, type Running } from '../start.ts';
import { systemEvery, systemPause, type Every, type Pause } from '#platform/clock';
import { readConfig, type Environment } from '#platform/config/config';
import { createLog } from '#platform/log/log';
import type { Answered, As, CallOptions, Calls, Input } from '#testing/calls';
import { migratedPlace } from '#testing/database';
import { cookieOf, People, type Person, type PersonOptions } from '#testing/people';

export const testAdminKey = 'the-key-of-the-server-tests';
/** Where the clock of a test stands when it begins. */
export const testStart = Date.UTC(2026, 10, 20, 12, 0, 0);

export interface FoyerOptions {
  readonly env?: Environment;
  /** The built web app: a folder with an index.html. Nothing is built unless told. */
  readonly webDir?: string;
  /** What the login file says; without it there is none. */
  readonly login?: object;
  /** Passwords cost what they cost in production, and slowed sign-ins wait in real time. */
  readonly realCosts?: boolean;
  /** Go on in this place (a folder and, on PostgreSQL, a database), which the test owns. */
  readonly place?: { readonly dataDir: string; readonly databaseUrl: string | undefined };
}

export type { Answered, As, CallOptions, Input } from '#testing/calls';

export class Foyer implements Calls {
  readonly running: Running;
  readonly dataDir: string;
  /** Lines of the log, parsed. */
  readonly logged: Record<string, unknown>[];
  private readonly time: { now: number };
  readonly people: People;
  private stageCookie: string | undefined;
  private guest: Promise<{ readonly token: string }> | undefined;

  constructor(parts: {
    running: Running;
    dataDir: string;
    logged: Record<string, unknown>[];
    time: { now: number };
  }) {
    this.running = parts.running;
    this.dataDir = parts.dataDir;
    this.logged = parts.logged;
    this.time = parts.time;
    this.people = new People(this);
  }

  get url(): string {
    return this.running.url;
  }

  /** Milliseconds since 1970. */
  get now(): number {
    return this.time.now;
  }

  /** Moves the server's clock on. */
  pass(milliseconds: number): void {
    this.time.now += milliseconds;
  }

  /** A call of the contract. A refusal is checked to be a proper one, an answer to fit its schema. */
  async call<E extends Endpoint>(
    endpoint: E,
    input: Input<E>,
    options: CallOptions = {},
  ): Promise<Answered<E>> {
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
    const answer = await this.fetch(
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
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const { status, headers } = answer;
    const fault = status >= 400 ? faultOf(endpoint, status, bytes) : undefined;
    return {
      status,
      headers,
      bytes,
      fault,
      body: (fault ? undefined : bodyOf(endpoint, status, bytes)) as AnswerOf<E>,
    };
  }

  /** As `call`, where a refusal fails the test. Returns the body. */
  async must<E extends Endpoint>(
    endpoint: E,
    input: Input<E>,
    options: CallOptions = {},
  ): Promise<AnswerOf<E>> {
    const { fault, body } = await this.call(endpoint, input, options);
    if (fault)
      throw new Error(
        `${endpoint.name}: ${fault.code}: ${fault.errMsg} ${JSON.stringify(fault.details ?? '')}`,
      );
    return body;
  }

  /** A raw request; redirects are not followed. */
  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(this.url + path, { redirect: 'manual', ...init });
  }

  async credentials(as: As): Promise<Record<string, string>> {
    if (as === 'nobody') return {};
    if (as === 'admin') return { authorization: `Bearer ${testAdminKey}` };
    if (as === 'guest') return bearer(await (this.guest ??= this.people.guest()));
    if (as !== 'stage') return bearer(typeof as === 'object' ? as : await this.people.of(as));
    return { cookie: (this.stageCookie ??= await this.openStage()), origin: this.running.config.publicUrl };
  }

  /** Makes an account and signs it in. */
  account(options: PersonOptions = {}): Promise<Person> {
    return this.people.add(options);
  }

  /** Opens a stage link as a browser does. Returns the cookie, `foyer_stage=…`. */
  async openStage(): Promise<string> {
    const { url } = await this.running.app.createStageLink();
    const answer = await this.fetch('/stage-link', {
      method: 'POST',
      headers: { origin: this.running.config.publicUrl },
      body: new URLSearchParams({ code: new URL(url).searchParams.get('code') ?? '' }),
    });
    expect(answer.status).toBe(303);
    return cookieOf(answer.headers, 'foyer_stage');
  }

  stop(): Promise<void> {
    return this.running.stop(1_000);
  }
}

const bearer = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` });

/** What is due is told by the clock of the test: a node looks ten times as often what that is. */
const quickly: Every = (milliseconds, run) => systemEvery(milliseconds / 10, run);
/** argon2id at its lowest cost: what a hash costs is for the tests of `account.hash.ts`. */
const cheapHasher = () => new PasswordHasher({ cost: { memoryCost: 8, timeCost: 1, parallelism: 1 } });
/** Sign-ins that are slowed down wait a twentieth of their time. */
const shortPause: Pause = (milliseconds, signal) => systemPause(milliseconds / 20, signal);

/** A server of the engine under test on a free port, empty, at noon of a November day. */
export async function startFoyer(options: FoyerOptions = {}): Promise<Foyer> {
  const { foyer, close } = await openFoyer(options);
  onTestFinished(close);
  return foyer;
}

/**
 * One server for those tests of a file that only read, which starts with the first of them and ends with the file.
 * `prepare` brings onto it what they read.
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
  const place = options.place ?? (await migratedPlace());
  const time = { now: testStart };
  const logged: Record<string, unknown>[] = [];
  const log = createLog('debug', {
    write: (line) => void logged.push(JSON.parse(line) as Record<string, unknown>),
  });
  if (options.login !== undefined)
    await writeFile(join(place.dataDir, 'login.json'), JSON.stringify(options.login));
  const config = readConfig({
    PORT: '0',
    DATA_DIR: place.dataDir,
    ADMIN_KEY: testAdminKey,
    DATABASE_URL: place.databaseUrl,
    ...options.env,
  });
  const running = await startServer(config, {
    log,
    clock: () => time.now,
    webDir: options.webDir ?? join(place.dataDir, 'no-web'),
    every: quickly,
    ...(options.realCosts === true ? {} : { hasher: cheapHasher(), pause: shortPause }),
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
    dataDir: place.dataDir,
    logged,
    time,
  });
  const close = async () => {
    await foyer.stop();
    if ('remove' in place && typeof place.remove === 'function') await place.remove();
    // A fault of ours is never expected: a test that means to cause one takes its line out of the log.
    expect(logged.filter(({ level }) => level === 'error')).toEqual([]);
  };
  return { foyer, close };
}

function faultOf(endpoint: Endpoint, status: number, bytes: Uint8Array): ErrorAnswer {
  if (endpoint.method === 'HEAD') {
    const code = (Object.keys(errorCodes) as (keyof typeof errorCodes)[]).find(
      (key) => errorCodes[key] === status,
    );
    return { errMsg: '', code: code ?? 'internal', requestId: '' };
  }
  const fault = z.parse(errorAnswer, JSON.parse(new TextDecoder().decode(bytes)));
  expect(errorCodes[fault.code], `${endpoint.name}: ${fault.code}`).toBe(status);
  expect(fault.errMsg).not.toBe('');
  return fault;
}

function bodyOf(endpoint: Endpoint, status: number, bytes: Uint8Array): unknown {
  if (endpoint.answer === 'raw' || endpoint.answer === undefined || status === 304) return undefined;
  return z.parse(endpoint.answer, JSON.parse(new TextDecoder().decode(bytes)));
}

/** A built web app of three files, for tests of pages. */
export async function tinyWeb(files: Readonly<Record<string, string | Buffer>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-web-'));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

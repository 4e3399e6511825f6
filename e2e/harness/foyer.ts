/** A real server for the browser tests, started from a folder in which a venue is already live. */
import { execFile, fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@foyer/standins/freePort';
import { packZoomStandin } from '@foyer/standins/zoom';
import { zoomEnv } from '@foyer/standins/zoomAccount';
import { loadDemo, publish, saveVenue, uploadAssets, type Destination } from '@foyer/demo/load';
import { quietDemoVenue, testAssetFiles, testVenue } from '@foyer/demo/testVenue';
import type { Role, VenueInput } from '@foyer/contract';

const root = join(import.meta.dirname, '..', '..');
const adminKey = 'the-key-of-the-browser-tests-only';
/**
 * `test`: three flat areas with small pictures; `demo`: what `npm start` shows, its panoramas included, but without the
 * cookie banner and the content that needs consent.
 */
export type VenueName = 'test' | 'demo';
const venues: Readonly<Record<VenueName, VenueInput>> = { test: testVenue, demo: quietDemoVenue };

/**
 * The variable with the folder of the template data folders, one per venue, that every server starts with a copy of.
 */
export const templatesVariable = 'FOYER_E2E_TEMPLATES';
const templateOf = (venue: VenueName): string => {
  process.env[templatesVariable] ??= mkdtempSync(join(tmpdir(), 'foyer-templates-'));
  return join(process.env[templatesVariable], venue);
};

/** The variable with the folder of the bundled server, which starts faster than its sources. The journeys set it. */
export const bundleVariable = 'FOYER_E2E_BUNDLE';
function program(name: 'main' | 'cli'): string {
  const bundle = process.env[bundleVariable];
  if (bundle !== undefined) return join(bundle, `${name}.js`);
  return join(root, 'server', 'src', name === 'cli' ? 'cli' : '', 'main.ts');
}

/**
 * Starts the server and waits until it is ready. Its message contains the link for the first administrator if there is
 * none.
 */
export async function startServer(
  dataDir: string,
  env: Record<string, string> = {},
): Promise<[child: ChildProcess, url: string, firstAdministrator: string | undefined]> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = fork(program('main'), [], {
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      ADMIN_KEY: adminKey,
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk));
  const ready = await new Promise<{ readonly firstAdministrator?: string }>((resolve, reject) => {
    child.once('message', (message) => resolve(message as { firstAdministrator?: string }));
    child.once('exit', (code) => reject(new Error(`The server exited with ${code}:\n${output}`)));
  });
  return [child, url, ready.firstAdministrator];
}

export async function stopServer(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** Creates the template data folder of a venue. */
export async function prepareVenue(venue: VenueName): Promise<void> {
  const template = templateOf(venue);
  await mkdir(template, { recursive: true });
  const [child, url] = await startServer(template);
  const to = { url, adminKey };
  if (venue === 'demo') await loadDemo(to, quietDemoVenue);
  else {
    await uploadAssets(to, testAssetFiles);
    await saveVenue(to, testVenue);
    await publish(to, 'nightfall');
  }
  await stopServer(child);
}

/** The content of a login file. Without one, the venue is anonymous. */
export type LoginFile = { readonly providers: readonly object[] } & Readonly<Record<string, unknown>>;

export interface TestAccount {
  readonly userId: string;
  readonly email: string;
  readonly password: string;
}

export interface FoyerOptions {
  /** Default `test`. */
  readonly venue?: VenueName;
  readonly login?: LoginFile | undefined;
  readonly env?: Record<string, string>;
  /** Whether the server has the key of Zoom's stand-in, and its SDK. */
  readonly zoom?: boolean;
}

export class Foyer {
  readonly url: string;
  private child: ChildProcess;
  private readonly dataDir: string;
  private readonly options: FoyerOptions;
  private login: LoginFile | undefined;
  private accounts = 0;
  private changed = false;

  private constructor(child: ChildProcess, url: string, dataDir: string, options: FoyerOptions) {
    this.child = child;
    this.url = url;
    this.dataDir = dataDir;
    this.options = options;
    this.login = options.login;
  }

  static async start(options: FoyerOptions = {}): Promise<Foyer> {
    const dataDir = await mkdtemp(join(tmpdir(), 'foyer-e2e-'));
    await cp(templateOf(options.venue ?? 'test'), dataDir, { recursive: true });
    await writeLogin(dataDir, options.login);
    const env = { ...(options.zoom && zoomEnv), ...options.env };
    if (options.zoom) await installZoom(dataDir, env);
    const [child, url] = await startServer(dataDir, env);
    return new Foyer(child, url, dataDir, { ...options, env });
  }

  /** Restarts the server with another login file, or without one, until the test ends. */
  async setLogin(login: LoginFile | undefined): Promise<void> {
    this.login = login;
    await writeLogin(this.dataDir, login);
    await this.stop();
    await this.restart();
  }

  /** Creates an account, by default with a unique email. */
  async createAccount(
    options: { email?: string; password?: string; name?: string; roles?: readonly Role[] } = {},
  ): Promise<TestAccount> {
    this.accounts += 1;
    const { email = `person-${this.accounts}@example.com`, password = 'right horse battery staple' } =
      options;
    const { name, roles } = options;
    const response = await this.requestAsAdmin('POST', '/admin/accounts', { email, password, name, roles });
    const { account } = (await response.json()) as { account: { userId: string } };
    return { userId: account.userId, email, password };
  }

  /** Calls the live server with the administrator key. Throws if the response is an error. */
  async requestAsAdmin(method: string, path: string, body?: unknown): Promise<Response> {
    const response = await fetch(`${this.url}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${adminKey}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response;
  }

  get destination(): Destination {
    return { url: this.url, adminKey };
  }

  /** Calls the server as the designer. Returns the response unchecked. */
  async requestAsDesigner(
    method: string,
    path: string,
    body?: unknown,
    type = 'application/json',
  ): Promise<Response> {
    this.changed ||= method !== 'GET';
    const bytes = body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body ?? {});
    return fetch(`${this.url}/stage/api${path}`, {
      method,
      headers: { authorization: `Bearer ${adminKey}`, ...(method === 'GET' ? {} : { 'content-type': type }) },
      ...(method === 'GET' ? {} : { body: bytes }),
    });
  }

  async fetchNewestVersion(architectureId = 'nightfall'): Promise<number> {
    const response = await this.requestAsDesigner(
      'GET',
      `/designer/versions?limit=1&architectureId=${architectureId}`,
    );
    const { versions } = (await response.json()) as { versions: { version: number }[] };
    return versions[0]?.version ?? 0;
  }

  private get venue(): VenueInput {
    return venues[this.options.venue ?? 'test'];
  }

  /** Saves the venue with a change to the stage. Returns the version's number. */
  async save(
    change: (architecture: VenueInput['architectures'][number], venue: VenueInput) => void,
  ): Promise<number> {
    this.changed = true;
    const venue = structuredClone(this.venue);
    const architecture = venue.architectures[0];
    if (!architecture) throw new Error('the venue has no architecture');
    change(architecture, venue);
    return saveVenue(this.destination, venue, await this.fetchNewestVersion(architecture.id));
  }

  async publish(architectureId = 'nightfall'): Promise<void> {
    this.changed = true;
    await publish(this.destination, architectureId);
  }

  /** Saves a changed venue and publishes it. */
  async saveAndPublish(
    change: (architecture: VenueInput['architectures'][number], venue: VenueInput) => void,
  ): Promise<void> {
    await this.save(change);
    await this.publish();
  }

  async unpublish(): Promise<void> {
    await this.requestAsDesigner('POST', '/designer/unpublish');
  }

  async putAsset(id: string, bytes: Uint8Array, type: string): Promise<Response> {
    return this.requestAsDesigner('PUT', `/designer/assets/${id}`, bytes, type);
  }

  /** Creates a link that opens the stage once. */
  async stageLink(): Promise<string> {
    const changed = this.changed;
    const response = await this.requestAsDesigner('POST', '/designer/stage-link');
    this.changed = changed;
    return ((await response.json()) as { url: string }).url;
  }

  /** Stops the server; `restart` starts it again at the same URL. */
  async stop(): Promise<void> {
    await stopServer(this.child);
  }

  /** Kills the server, as a crash does; `restart` starts it again at the same URL. */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await once(this.child, 'exit');
  }

  async restart(env: Record<string, string> = {}): Promise<void> {
    const [child] = await startServer(this.dataDir, {
      PORT: new URL(this.url).port,
      PUBLIC_URL: this.url,
      ...this.options.env,
      ...env,
    });
    this.child = child;
  }

  /** Restores the venue and the login options if a test has changed them. */
  async reset(): Promise<void> {
    if (this.login !== this.options.login) await this.setLogin(this.options.login);
    if (this.child.exitCode !== null || this.child.signalCode !== null) await this.restart();
    if (!this.changed) return;
    await saveVenue(this.destination, this.venue, await this.fetchNewestVersion());
    await publish(this.destination, 'nightfall');
    this.changed = false;
  }

  async close(): Promise<void> {
    await stopServer(this.child);
    await rm(this.dataDir, { recursive: true, force: true });
  }
}

/** Installs the SDK as an operator does. */
async function installZoom(dataDir: string, env: Record<string, string>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-zoom-'));
  const archive = join(folder, 'zoom-meetingsdk.tgz');
  await writeFile(archive, await packZoomStandin());
  const command = [program('cli'), 'zoom', 'install', archive];
  await promisify(execFile)(process.execPath, command, {
    env: { ...process.env, DATA_DIR: dataDir, ...env },
  });
  await rm(folder, { recursive: true });
}

async function writeLogin(dataDir: string, login: LoginFile | undefined): Promise<void> {
  const file = join(dataDir, 'login.json');
  if (login) await writeFile(file, JSON.stringify(login));
  else await rm(file, { force: true });
}

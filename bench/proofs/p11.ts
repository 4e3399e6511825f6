/**
 * P11: the start of an event. One run has password logins and returning sessions, another one guests, at fixed rates whether
 * or not earlier requests have completed. The short form checks that all succeed; only the full form limits the durations.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadDemo } from '@foyer/demo/load';
import { atRate } from './atRate.ts';
import { Findings, type Proof } from './proof.ts';
import { adminKey, ServerProcess } from './serverProcess.ts';

const returningTabs = 300;
const password = 'open the doors, please';
const limitMs = 3_000;

const p95 = (values: readonly number[]): number =>
  Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0);

/** A browser with cookies, which sends its requests one after another. */
class Visitor {
  private readonly url: string;
  private readonly findings: Findings;
  private cookies = new Map<string, string>();
  private queue: Promise<void> = Promise.resolve();
  private token = '';

  constructor(url: string, findings: Findings) {
    this.url = url;
    this.findings = findings;
  }

  async signIn(email: string): Promise<void> {
    await this.openSession('/session/sign-in', { email, password });
  }
  async enterAsGuest(): Promise<void> {
    await this.openSession('/session/guest');
    await this.openVenue();
  }
  /** Sends the requests of a reloaded tab: refresh the token, check access, get the venue. */
  reload(): Promise<void> {
    return (this.queue = this.reloadAfter(this.queue));
  }

  private async reloadAfter(earlier: Promise<void>): Promise<void> {
    await earlier;
    await this.openSession('/session/refresh');
    await this.openVenue();
  }

  private async openVenue(): Promise<void> {
    const headers = { authorization: `Bearer ${this.token}` };
    const access = await fetch(`${this.url}/api/venue`, { method: 'HEAD', headers });
    this.findings.expect(access.status === 200, `HEAD venue returns ${access.status}`);
    const venue = await fetch(`${this.url}/api/ui/venue?architectureId=nightfall`, { headers });
    await venue.arrayBuffer();
    this.findings.expect(venue.status === 200, `the venue returns ${venue.status}`);
  }

  private async openSession(path: string, body?: object): Promise<void> {
    const cookie = [...this.cookies].map((pair) => pair.join('=')).join('; ');
    const response = await fetch(`${this.url}/api${path}`, {
      method: 'POST',
      headers: {
        origin: this.url,
        ...(cookie && { cookie }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    this.findings.expect(response.status === 200, `${path} returns ${response.status} ${text.slice(0, 200)}`);
    if (response.status !== 200) return;
    this.token = (JSON.parse(text) as { idToken: string }).idToken;
    for (const set of response.headers.getSetCookie()) {
      const [name = '', value = ''] = set.split(';', 1)[0]?.split('=') ?? [];
      this.cookies.set(name, value);
    }
  }
}

const emailOf = (n: number) => `guest${n}@example.com`;

async function addPeople(server: ServerProcess, people: number, findings: Findings): Promise<void> {
  for (let n = 0; n < people; n++) {
    const body = JSON.stringify({ email: emailOf(n), password });
    const { status } = await server.call('/api/admin/accounts', { method: 'POST', body });
    findings.expect(status === 200, `adding an account returns ${status}`);
  }
}

export const run: Proof = async ({ full, log }) => {
  const seconds = full ? 60 : 2;
  const [logins, returning, entries] = full ? [30, 200, 200] : [5, 20, 20];
  const people = full ? 60 : 10;
  const findings = new Findings(log);
  const folder = await mkdtemp(join(tmpdir(), 'foyer-logins-'));
  const figures: Record<string, number> = {};
  const withServer = async (
    name: string,
    env: Record<string, string>,
    act: (server: ServerProcess) => Promise<void>,
  ) => {
    const server = await ServerProcess.start({ dataDir: join(folder, name), env });
    try {
      await loadDemo({ url: server.url, adminKey });
      await act(server);
    } finally {
      await server.stop();
    }
  };
  const judge = (what: string, took: readonly number[]) => {
    figures[`${what}, p95 ms`] = p95(took);
    if (full)
      findings.expect(p95(took) <= limitMs, `${what} takes ${p95(took)} ms (p95), the limit is ${limitMs}`);
  };
  try {
    const loginFile = join(folder, 'login.json');
    await writeFile(loginFile, JSON.stringify({ providers: [{ type: 'password', displayName: 'Email' }] }));
    await withServer('login', { LOGIN_FILE: loginFile }, async (server) => {
      await addPeople(server, people, findings);
      const tabs = Array.from({ length: full ? returningTabs : 10 }, () => new Visitor(server.url, findings));
      for (const [n, tab] of tabs.entries()) await tab.signIn(emailOf(n % people));
      const [signedIn, reloaded] = await Promise.all([
        atRate(logins, seconds, (n) => new Visitor(server.url, findings).signIn(emailOf(n % people))),
        atRate(returning, seconds, (n) => tabs[n % tabs.length]?.reload() ?? Promise.resolve()),
      ]);
      judge(`${logins} password logins/s`, signedIn);
      judge(`${returning} returning sessions/s beside them`, reloaded);
    });
    await withServer('anonymous', {}, async (server) => {
      judge(
        `${entries} anonymous entries/s`,
        await atRate(entries, seconds, () => new Visitor(server.url, findings).enterAsGuest()),
      );
    });
    return {
      passed: findings.broken.length === 0,
      figures: { ...figures, rejected: findings.broken.length },
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/**
 * P24: guesses are limited. An attacker with any number of networks guesses the passwords of a few accounts and the numbers
 * of tickets, while the owner of one of the accounts has a session and colleagues log in from the attacker's network.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadDemo } from '@foyer/demo/load';
import { startCvent, type CventStandIn } from '@foyer/standins/cvent';
import { atRate } from './atRate.ts';
import { randomNumbers } from '@foyer/demo/randomNumbers';
import { Findings, type Proof } from './proof.ts';
import { adminKey, ServerProcess, type HttpResponse } from './serverProcess.ts';

const password = 'only the owner knows it';
const windowMs = 120_000;
/** Tolerance: the server counts a guess earlier than the response arrives here. */
const marginMs = 3_000;
const maxPerAccount = 6;
const maxPerNetwork = 60;
/** Guesses at as many accounts, from one network. */
const accountsOfOneNetwork = 120;
/** From the fourth attempt of a network at one account on, the server delays it; this is the first delay. */
const failuresBeforeDelay = 3;
const delayMs = 500;

interface Size {
  readonly tries: number;
  readonly perSecond: number;
  readonly accounts: number;
  readonly numbers: number;
  readonly maxLookups: number;
}
const sizes: Readonly<Record<'full' | 'short', Size>> = {
  // Longer than two windows, so that guesses allowed after the first window count as well.
  full: { tries: 10_000, perSecond: 40, accounts: 10, numbers: 2_000, maxLookups: 300 },
  short: { tries: 200, perSecond: 50, accounts: 3, numbers: 80, maxLookups: 70 },
};

const emailOf = (account: number) => `victim${account}@example.com`;

/** Returns the largest number of times within one window. */
function maxPerWindow(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  let from = 0;
  let most = 0;
  for (const [to, time] of sorted.entries()) {
    while ((sorted[from] ?? time) < time - windowMs + marginMs) from += 1;
    most = Math.max(most, to - from + 1);
  }
  return most;
}

class Attack {
  private readonly server: ServerProcess;
  private readonly random: () => number;
  private readonly findings: Findings;

  constructor(server: ServerProcess, random: () => number, findings: Findings) {
    this.server = server;
    this.random = random;
    this.findings = findings;
  }

  signIn(email: string, secret: string, address: string): Promise<HttpResponse> {
    return this.post('/api/session/sign-in', { email, password: secret }, address);
  }

  /** Guesses passwords of a few accounts, each from another network. Returns the times of compared guesses, by account. */
  async guessPasswords({ tries, perSecond, accounts }: Size): Promise<Map<string, number[]>> {
    const compared = new Map<string, number[]>();
    await atRate(perSecond, tries / perSecond, async (n) => {
      const email = emailOf(n % accounts);
      const { status } = await this.signIn(email, `guess ${n}`, this.randomAddress());
      if (status === 401) compared.set(email, [...(compared.get(email) ?? []), performance.now()]);
      else this.findings.expect(status === 429, `a guess returns ${status}`);
    });
    return compared;
  }

  /** Tries a ticket number. Returns whether the server looked it up at the platform. */
  async lookUpTicket(confirmationNumber: string, address: string): Promise<boolean> {
    const body = { architectureID: 'nightfall', confirmationNumber };
    const { status } = await this.post('/api/cvent/login', body, address);
    this.findings.expect(status === 200 || status === 429, `a ticket number returns ${status}`);
    return status === 200;
  }

  /** Returns a random IPv4 address, or an IPv6 address in a random network. */
  randomAddress(): string {
    const group = () => Math.floor(this.random() * 0x1_00_00).toString(16);
    const byte = () => 1 + Math.floor(this.random() * 254);
    return this.random() < 0.5
      ? `${byte()}.${byte()}.${byte()}.${byte()}`
      : `2001:db8:${group()}:${group()}::${group()}`;
  }

  /** Returns an address within the IPv6 network of one household. */
  householdAddress(): string {
    return `2001:db8:1:2::${Math.floor(this.random() * 0xff_ff).toString(16)}`;
  }

  private post(path: string, body: object, address: string): Promise<HttpResponse> {
    return this.server.call(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'x-forwarded-for': address, authorization: '' },
    });
  }
}

/** Opens a session. The returned function refreshes it and returns whether that succeeded. */
async function openSession(server: ServerProcess, email: string): Promise<() => Promise<boolean>> {
  const body = JSON.stringify({ email, password });
  const opened = await server.call('/api/session/sign-in', { method: 'POST', body });
  let cookie = cookiesOf(opened);
  return async () => {
    const headers = { cookie, origin: server.url };
    const refreshed = await server.call('/api/session/refresh', { method: 'POST', headers });
    if (refreshed.status !== 200) return false;
    cookie = cookiesOf(refreshed);
    const { idToken } = refreshed.body as { idToken: string };
    const info = await server.call('/api/userInfo', { headers: { authorization: `Bearer ${idToken}` } });
    return info.status === 200;
  };
}

const cookiesOf = ({ headers }: HttpResponse): string =>
  headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');

/** Guesses many accounts from one network: its guesses at one account are delayed, and colleagues can log in. */
async function guessFromOneNetwork(attack: Attack, findings: Findings): Promise<Record<string, number>> {
  const guess = (n: number) => attack.signIn(`account${n}@example.com`, 'a guess', attack.householdAddress());
  const guesses = await Promise.all(Array.from({ length: accountsOfOneNetwork }, (_, n) => guess(n)));
  findings.expect(
    guesses.every(({ status }) => status === 401),
    'one of the first guesses from a network was not compared',
  );
  const colleagues = await Promise.all(
    Array.from({ length: 20 }, () =>
      attack.signIn('colleague@example.com', password, attack.householdAddress()),
    ),
  );
  findings.expect(
    colleagues.every(({ status }) => status === 200),
    'an account without failures is rejected because of its network',
  );
  for (let failures = 1; failures < failuresBeforeDelay; failures++) await guess(0);
  const begin = performance.now();
  await guess(0);
  const waited = Math.round(performance.now() - begin);
  findings.expect(waited >= delayMs, `a guesser is delayed by ${waited} ms, expected at least ${delayMs}`);
  return { 'a guesser waits ms': waited };
}

/** Guesses one number from many networks, many numbers from one network, and many numbers from many networks. */
async function guessTickets(
  attack: Attack,
  cvent: CventStandIn,
  { size, findings }: { size: Size; findings: Findings },
): Promise<Record<string, number>> {
  const { numbers, maxLookups } = size;
  const all = async (count: number, one: (n: number) => Promise<boolean>) =>
    (await Promise.all(Array.from({ length: count }, (_, n) => one(n)))).filter(Boolean).length;
  const ofNumber = await all(40, () => attack.lookUpTicket('ONEGUESS', attack.randomAddress()));
  findings.expect(
    ofNumber === maxPerAccount,
    `one number was looked up ${ofNumber} times, expected ${maxPerAccount}`,
  );
  const ofNetwork = await all(maxPerNetwork + 20, (n) =>
    attack.lookUpTicket(`HOME${n}`, attack.householdAddress()),
  );
  const ofEvent = await all(numbers, (n) => attack.lookUpTicket(`SCAN${n}`, attack.randomAddress()));
  const total = ofNumber + ofNetwork + ofEvent;
  findings.expect(
    ofNetwork <= maxPerNetwork,
    `one network looked up ${ofNetwork} numbers, the limit is ${maxPerNetwork}`,
  );
  findings.expect(
    total <= maxLookups,
    `${total} numbers of one event were looked up, the limit is ${maxLookups}`,
  );
  const asked = cvent.requests.length;
  // The numbers, plus one request each for the token and the event.
  findings.expect(asked <= maxLookups + 2, `the platform received ${asked} requests`);
  return { 'numbers tried': 40 + maxPerNetwork + 20 + numbers, 'numbers looked up': total };
}

export const run: Proof = async ({ full, seed, log }) => {
  const size = sizes[full ? 'full' : 'short'];
  const findings = new Findings(log);
  const folder = await mkdtemp(join(tmpdir(), 'foyer-guesses-'));
  const cvent = await startCvent();
  const { baseUrl } = cvent;
  const loginFile = join(folder, 'login.json');
  const platform = { type: 'cvent', baseUrl, clientId: 'cvent-client', clientSecret: 'cvent-secret' };
  const login = { providers: [platform, { type: 'password' }], ticketGuesses: size.maxLookups };
  await writeFile(loginFile, JSON.stringify(login));
  const env = { LOGIN_FILE: loginFile, TRUSTED_PROXIES: '127.0.0.0/8,::1/128' };
  const server = await ServerProcess.start({ dataDir: join(folder, 'data'), env });
  try {
    await loadDemo({ url: server.url, adminKey });
    const people = [...Array.from({ length: size.accounts }, (_, n) => emailOf(n)), 'colleague@example.com'];
    for (const email of people) {
      const body = JSON.stringify({ email, password });
      await server.call('/api/admin/accounts', { method: 'POST', body });
    }
    const attack = new Attack(server, randomNumbers(seed), findings);
    const refresh = await openSession(server, emailOf(0));
    const [compared, sessions] = await Promise.all([
      attack.guessPasswords(size),
      refreshEverySecond(refresh, size.tries / size.perSecond),
    ]);
    findings.expect(sessions.every(Boolean), 'the session of an attacked account could not be refreshed');
    const most = Math.max(...[...compared.values()].map(maxPerWindow));
    findings.expect(most <= maxPerAccount, `${most} guesses at one account were compared within two minutes`);
    const figures = {
      'passwords tried': size.tries,
      'passwords compared': [...compared.values()].flat().length,
      'of one account within two minutes, at most': most,
      'refreshes of an attacked account': sessions.length,
      ...(await guessFromOneNetwork(attack, findings)),
      ...(await guessTickets(attack, cvent, { size, findings })),
    };
    return { passed: findings.broken.length === 0, figures };
  } finally {
    await server.stop();
    await cvent.stop();
    await rm(folder, { recursive: true, force: true });
  }
};

/** Refreshes the session once a second, one after another. */
async function refreshEverySecond(refresh: () => Promise<boolean>, seconds: number): Promise<boolean[]> {
  const refreshed: boolean[] = [];
  let queue: Promise<void> = Promise.resolve();
  await atRate(1, seconds, () => (queue = queue.then(async () => void refreshed.push(await refresh()))));
  return refreshed;
}

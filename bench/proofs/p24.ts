/**
 * P24: guessing does not pay. Somebody with as many networks as they like guesses the passwords of a few accounts and
 * numbers of tickets, while the owner of one of the accounts has a session and colleagues log in behind the same address.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadDemo } from '@foyer/demo/load';
import { startCvent, type CventStandIn } from '@foyer/standins/cvent';
import { atRate } from './atRate.ts';
import { Findings, randomNumbers, type Proof } from './proof.ts';
import { adminKey, ServerProcess, type Answer } from './serverProcess.ts';

const password = 'only the owner knows it';
const windowMs = 120_000;
/** Between the server's clock when it counts and ours when the answer is here. */
const marginMs = 3_000;
const perAccount = 6;
const perNetwork = 60;
/** What the server makes a network wait at first. */
const delayMs = 500;

interface Size {
  readonly tries: number;
  readonly perSecond: number;
  readonly accounts: number;
  readonly numbers: number;
  readonly numbersMost: number;
}
const sizes: Readonly<Record<'full' | 'short', Size>> = {
  // Longer than two windows: what is allowed again after the first counts as well.
  full: { tries: 10_000, perSecond: 40, accounts: 10, numbers: 2_000, numbersMost: 300 },
  short: { tries: 200, perSecond: 50, accounts: 3, numbers: 80, numbersMost: 70 },
};

const emailOf = (account: number) => `victim${account}@example.com`;

/** The most of these times that stand within two minutes. */
function mostAtOnce(times: readonly number[]): number {
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
  readonly #server: ServerProcess;
  readonly #random: () => number;
  readonly #findings: Findings;

  constructor(server: ServerProcess, random: () => number, findings: Findings) {
    this.#server = server;
    this.#random = random;
    this.#findings = findings;
  }

  signIn(email: string, secret: string, address: string): Promise<Answer> {
    return this.#post('/api/session/sign-in', { email, password: secret }, address);
  }

  /** Guesses at a few accounts, each from another network. Returns when which account's guess was compared. */
  async passwords({ tries, perSecond, accounts }: Size): Promise<Map<string, number[]>> {
    const compared = new Map<string, number[]>();
    await atRate(perSecond, tries / perSecond, async (n) => {
      const email = emailOf(n % accounts);
      const { status } = await this.signIn(email, `guess ${n}`, this.anyAddress());
      if (status === 401) compared.set(email, [...(compared.get(email) ?? []), performance.now()]);
      else this.#findings.expect(status === 429, `a guess is answered ${status}`);
    });
    return compared;
  }

  /** Looks a number up. Whether the platform was asked. */
  async ticket(confirmationNumber: string, address: string): Promise<boolean> {
    const body = { architectureID: 'nightfall', confirmationNumber };
    const { status } = await this.#post('/api/cvent/login', body, address);
    this.#findings.expect(status === 200 || status === 429, `a number is answered ${status}`);
    return status === 200;
  }

  /** Of IPv4, or of a network of IPv6 of its own. */
  anyAddress(): string {
    const group = () => Math.floor(this.#random() * 0x1_00_00).toString(16);
    const byte = () => 1 + Math.floor(this.#random() * 254);
    return this.#random() < 0.5
      ? `${byte()}.${byte()}.${byte()}.${byte()}`
      : `2001:db8:${group()}:${group()}::${group()}`;
  }

  /** Of one household. */
  neighbour(): string {
    return `2001:db8:1:2::${Math.floor(this.#random() * 0xff_ff).toString(16)}`;
  }

  #post(path: string, body: object, address: string): Promise<Answer> {
    return this.#server.call(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'x-forwarded-for': address, authorization: '' },
    });
  }
}

/** A session that was opened before the guesses began. */
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

const cookiesOf = ({ headers }: Answer): string =>
  headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');

/** One household guesses at many accounts: it is slowed down, and whoever lives there gets in all the same. */
async function oneNetwork(attack: Attack, findings: Findings): Promise<Record<string, number>> {
  const guess = (n: number) => attack.signIn(`somebody${n}@example.com`, 'a guess', attack.neighbour());
  const guesses = await Promise.all(Array.from({ length: perNetwork }, (_, n) => guess(n)));
  findings.expect(
    guesses.every(({ status }) => status === 401),
    'one of the first sixty guesses of a network is not compared',
  );
  const begin = performance.now();
  const colleagues = await Promise.all(
    Array.from({ length: 20 }, () => attack.signIn('colleague@example.com', password, attack.neighbour())),
  );
  const waited = Math.round(performance.now() - begin);
  findings.expect(
    colleagues.every(({ status }) => status === 200),
    'somebody without failures is refused for their network',
  );
  findings.expect(waited >= delayMs, `a network that guesses waits ${waited} ms, at least ${delayMs}`);
  return { 'a guessing network waits ms': waited };
}

/** One number, one network, and as many numbers and networks as there are. */
async function tickets(
  attack: Attack,
  cvent: CventStandIn,
  { size, findings }: { size: Size; findings: Findings },
): Promise<Record<string, number>> {
  const { numbers, numbersMost } = size;
  const all = async (count: number, one: (n: number) => Promise<boolean>) =>
    (await Promise.all(Array.from({ length: count }, (_, n) => one(n)))).filter(Boolean).length;
  const ofNumber = await all(40, () => attack.ticket('ONEGUESS', attack.anyAddress()));
  findings.expect(ofNumber === perAccount, `one number is looked up ${ofNumber} times`);
  const ofNetwork = await all(perNetwork + 20, (n) => attack.ticket(`HOME${n}`, attack.neighbour()));
  const ofEvent = await all(numbers, (n) => attack.ticket(`SCAN${n}`, attack.anyAddress()));
  const total = ofNumber + ofNetwork + ofEvent;
  findings.expect(ofNetwork <= perNetwork, `one network looks up ${ofNetwork} numbers`);
  findings.expect(
    total <= numbersMost,
    `${total} numbers of one event are looked up, at most ${numbersMost}`,
  );
  const asked = cvent.asked.length;
  // Beside the numbers a token and the event.
  findings.expect(asked <= numbersMost + 2, `the platform is asked ${asked} times`);
  return { 'numbers tried': 40 + perNetwork + 20 + numbers, 'numbers looked up': total };
}

export const run: Proof = async ({ full, seed, log }) => {
  const size = sizes[full ? 'full' : 'short'];
  const findings = new Findings(log);
  const folder = await mkdtemp(join(tmpdir(), 'foyer-guesses-'));
  const cvent = await startCvent();
  const { baseUrl } = cvent;
  const loginFile = join(folder, 'login.json');
  const platform = { type: 'cvent', baseUrl, clientId: 'cvent-client', clientSecret: 'cvent-secret' };
  const login = { providers: [platform, { type: 'password' }], ticketGuesses: size.numbersMost };
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
    const goesOn = await openSession(server, emailOf(0));
    const [compared, sessions] = await Promise.all([
      attack.passwords(size),
      goOnMeanwhile(goesOn, size.tries / size.perSecond),
    ]);
    findings.expect(
      sessions.every(Boolean),
      'the session of somebody whose password is guessed does not go on',
    );
    const most = Math.max(...[...compared.values()].map(mostAtOnce));
    findings.expect(most <= perAccount, `${most} guesses at one account are compared within two minutes`);
    const figures = {
      'passwords tried': size.tries,
      'passwords compared': [...compared.values()].flat().length,
      'of one account within two minutes, at most': most,
      'refreshes of the victim meanwhile': sessions.length,
      ...(await oneNetwork(attack, findings)),
      ...(await tickets(attack, cvent, { size, findings })),
    };
    return { passed: findings.broken.length === 0, figures };
  } finally {
    await server.stop();
    await cvent.stop();
    await rm(folder, { recursive: true, force: true });
  }
};

/** One refresh a second, each after the one before. */
async function goOnMeanwhile(goesOn: () => Promise<boolean>, seconds: number): Promise<boolean[]> {
  const went: boolean[] = [];
  let turn: Promise<void> = Promise.resolve();
  await atRate(1, seconds, () => (turn = turn.then(async () => void went.push(await goesOn()))));
  return went;
}

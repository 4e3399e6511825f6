/**
 * What a password login costs beside its hash: processor time of the whole server per login over HTTP, against argon2id
 * alone in a process of its own, in one run, in turns; logins per second beside it, where whoever asks takes its share of
 * the same cores; and how long the server's event loop waits meanwhile. `npm run bench -- logins`
 */
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { addAccount, signIn } from '@foyer/contract';
import { PasswordHasher } from '../server/src/features/account/account.hash.ts';
import { adminKey, median, processorTime, startFoyer } from './foyer.fixture.ts';

const password = 'a password for the bench';
const people = 64;
const logins = 128;
const slices = 7;
const atOnce = 16;
/** Of the bare rate, at least. */
const shareAsked = 0.9;
const loopDelayMs = 50;

const emailOf = (index: number) => `person-${index % people}@example.com`;

/** One call, read to its end; anything but 200 ends the bench. */
function post(agent: Agent, url: string, body: object): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${adminKey}` };
    const sent = httpRequest(url, { method: 'POST', agent, headers }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url}: ${answer.statusCode}`));
      answer.resume();
      answer.once('end', resolve);
    });
    sent.once('error', reject);
    sent.end(JSON.stringify(body));
  });
}

/** Calls per second, so many at a time. */
async function rate(call: (index: number) => Promise<unknown>): Promise<number> {
  let next = 0;
  const caller = async () => {
    while (next < logins) await call(next++);
  };
  const begin = performance.now();
  await Promise.all(Array.from({ length: atOnce }, caller));
  return logins / ((performance.now() - begin) / 1000);
}

const dataDir = mkdtempSync(join(tmpdir(), 'foyer-bench-'));
const foyer = await startFoyer(dataDir);
const { url } = foyer;
const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
for (let index = 0; index < people; index++)
  await post(agent, `${url}/api${addAccount.path}`, { email: emailOf(index), password });

// The very hash of the server, and nothing around it.
const hasher = new PasswordHasher();
const known = await hasher.hash(password);
const bare: number[] = [];
const ours: number[] = [];
/** Milliseconds of processor time for one hash, and for one login of the whole server. */
const hashCosts: number[] = [];
const loginCosts: number[] = [];
const spent = () => process.cpuUsage().user + process.cpuUsage().system;
const delays: number[] = [];
const worst: number[] = [];
// A process that does nothing but hash: what the machine itself adds to a wait, above all a busy one.
const idle = monitorEventLoopDelay({ resolution: 5 });
const idleDelays: number[] = [];
const idleWorst: number[] = [];
for (let slice = 0; slice <= slices; slice++) {
  idle.reset();
  idle.enable();
  const before = spent();
  const floor = await rate(() => hasher.verify(known, password));
  const hashCost = (spent() - before) / 1_000 / logins;
  idle.disable();
  await foyer.loopDelay();
  const began = processorTime(foyer.child.pid ?? 0);
  const found = await rate((index) =>
    post(agent, `${url}/api${signIn.path}`, { email: emailOf(index), password }),
  );
  const loginCost = ((processorTime(foyer.child.pid ?? 0) - began) * 1_000) / logins;
  const delay = await foyer.loopDelay();
  // The first slice of each warms up.
  if (slice === 0) continue;
  bare.push(floor);
  hashCosts.push(hashCost);
  loginCosts.push(loginCost);
  ours.push(found);
  delays.push(delay.p99);
  worst.push(delay.max);
  idleDelays.push(idle.percentile(99) / 1e6);
  idleWorst.push(idle.max / 1e6);
}
agent.destroy();
await foyer.stop();
rmSync(dataDir, { recursive: true, force: true });

const share = median(hashCosts) / median(loginCosts);
const worstDelay = Math.max(...worst);
const verdict = (holds: boolean) => (holds ? 'holds' : 'MISSED');
const report = [
  `- ${new Date().toISOString().slice(0, 10)} \`npm run bench -- logins\` (password logins over HTTP, ${atOnce} at a time, ${people} accounts, against argon2id alone in turns; Node ${process.versions.node}, ${availableParallelism()} cores, load ${(loadavg()[0] ?? 0).toFixed(1)}, SQLite, median of ${slices} slices of ${logins}):`,
  `  - ${median(hashCosts).toFixed(2)} ms of processor time a hash, ${median(loginCosts).toFixed(2)} ms a login: ${share.toFixed(2)}x as many logins as hashes, at least ${shareAsked}: ${verdict(share >= shareAsked)}`,
  `  - by the clock ${median(ours).toFixed(1)} logins/s against ${median(bare).toFixed(1)} hashes/s, ${(median(ours) / median(bare)).toFixed(2)}x, with the callers on the same cores`,
  `  - the server's event loop meanwhile: p99 ${median(delays).toFixed(1)} ms, worst of all slices ${worstDelay.toFixed(1)} ms, at most ${loopDelayMs}: ${verdict(worstDelay < loopDelayMs)}; of a process that only hashes p99 ${median(idleDelays).toFixed(1)} ms, worst ${Math.max(...idleWorst).toFixed(1)} ms`,
].join('\n');
console.log(report);
appendFileSync(join(import.meta.dirname, 'RESULTS.md'), `\n${report}\n`);
process.exitCode = report.includes('MISSED') ? 1 : 0;

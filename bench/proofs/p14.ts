/**
 * P14: the bus between two nodes is stopped for five minutes while users chat. Messages within a node are not affected;
 * messages to the other node arrive with its next reconciliation. Nothing is lost. The short form takes fifteen
 * seconds.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Findings, randomNumbers, type Proof } from './proof.ts';
import { percentile, Talk } from './talk.ts';

const everyMs = 1_000;
const pollMs = 5_000;
/** The poll, and the way there and back on a busy machine. */
const acrossMs = pollMs + 1_000;

interface Said {
  readonly node: number;
  readonly at: number;
}

export const run: Proof = async ({ full, seed, log }) => {
  const findings = new Findings(log);
  const [stoppedMs, aroundMs] = full ? [300_000, 30_000] : [15_000, 5_000];
  const figures: Record<string, number> = {};
  const first = new Map<string, Said>();
  const took = { here: [] as number[], hereStopped: [] as number[], acrossStopped: [] as number[] };
  let isStopped = false;
  const staysOn = (talker: number): number => talker % 2;
  const heard = (talker: number, clientId: string): void => {
    const node = staysOn(talker);
    const known = first.get(clientId);
    // Whoever hears a message first is on the node where it was written.
    if (known === undefined) first.set(clientId, { node, at: performance.now() });
    else {
      const ms = performance.now() - known.at;
      if (node === known.node) (isStopped ? took.hereStopped : took.here).push(ms);
      else if (isStopped) took.acrossStopped.push(ms);
    }
  };
  const options = { nodes: 2, people: full ? 40 : 12, random: randomNumbers(seed), heard, staysOn };
  await Talk.run(options, async (talk) => {
    const stopping = async (): Promise<void> => {
      await pause(aroundMs);
      talk.redis.pause();
      isStopped = true;
      await pause(stoppedMs);
      isStopped = false;
      talk.redis.resume();
    };
    await Promise.all([talk.talkFor(stoppedMs + 2 * aroundMs, everyMs), stopping()]);
    await talk.compare(findings);
    figures['messages'] = talk.said;
    figures['on one node, p95 ms'] = percentile(took.here, 0.95);
    figures['on one node, bus stopped, p95 ms'] = percentile(took.hereStopped, 0.95);
    figures['to the other, bus stopped, p95 ms'] = percentile(took.acrossStopped, 0.95);
    figures['to the other, bus stopped, longest ms'] = percentile(took.acrossStopped, 1);
  });
  findings.expect(took.acrossStopped.length > 0, 'nobody was on the other node');
  findings.expect(
    percentile(took.acrossStopped, 1) <= acrossMs,
    `a message took ${percentile(took.acrossStopped, 1)} ms to the other node`,
  );
  const [before, during] = [percentile(took.here, 0.95), percentile(took.hereStopped, 0.95)];
  findings.expect(during <= before + 100, `on one node ${during} ms instead of ${before}`);
  return { passed: findings.broken.length === 0, figures };
};

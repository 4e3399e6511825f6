/**
 * P14: the bus between two nodes is stopped for five minutes while users chat. Messages within a node are not affected;
 * messages to the other node arrive with its next reconciliation. Nothing is lost. The short form takes fifteen
 * seconds.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { randomNumbers } from '@foyer/demo/randomNumbers';
import { Findings, type Proof } from './proof.ts';
import { percentile, ChatLoad } from './chatLoad.ts';

const everyMs = 1_000;
const reconcileMs = 5_000;
/** The reconciliation interval plus a second for the transfer on a busy machine. */
const maxAcrossMs = reconcileMs + 1_000;

interface FirstReceipt {
  readonly node: number;
  readonly at: number;
}

export const run: Proof = async ({ full, seed, log }) => {
  const findings = new Findings(log);
  const [stoppedMs, aroundMs] = full ? [300_000, 30_000] : [15_000, 5_000];
  const figures: Record<string, number> = {};
  const first = new Map<string, FirstReceipt>();
  const took = { here: [] as number[], hereStopped: [] as number[], acrossStopped: [] as number[] };
  let isStopped = false;
  const pinnedNode = (client: number): number => client % 2;
  const onMessage = (client: number, clientId: string): void => {
    const node = pinnedNode(client);
    const sent = first.get(clientId);
    // The first client that receives a message is on the node where it was sent.
    if (sent === undefined) first.set(clientId, { node, at: performance.now() });
    else {
      const ms = performance.now() - sent.at;
      if (node === sent.node) (isStopped ? took.hereStopped : took.here).push(ms);
      else if (isStopped) took.acrossStopped.push(ms);
    }
  };
  const options = { nodes: 2, people: full ? 40 : 12, random: randomNumbers(seed), onMessage, pinnedNode };
  await ChatLoad.run(options, async (load) => {
    const stopping = async (): Promise<void> => {
      await pause(aroundMs);
      load.redis.pause();
      isStopped = true;
      await pause(stoppedMs);
      isStopped = false;
      load.redis.resume();
    };
    await Promise.all([load.sendFor(stoppedMs + 2 * aroundMs, everyMs), stopping()]);
    await load.checkDelivery(findings);
    figures['messages'] = load.sentCount;
    figures['on one node, p95 ms'] = percentile(took.here, 0.95);
    figures['on one node, bus stopped, p95 ms'] = percentile(took.hereStopped, 0.95);
    figures['to the other, bus stopped, p95 ms'] = percentile(took.acrossStopped, 0.95);
    figures['to the other, bus stopped, longest ms'] = percentile(took.acrossStopped, 1);
  });
  findings.expect(took.acrossStopped.length > 0, 'no message was received on the other node');
  findings.expect(
    percentile(took.acrossStopped, 1) <= maxAcrossMs,
    `a message took ${percentile(took.acrossStopped, 1)} ms to the other node, the limit is ${maxAcrossMs}`,
  );
  const [before, during] = [percentile(took.here, 0.95), percentile(took.hereStopped, 0.95)];
  findings.expect(
    during <= before + 100,
    `p95 on one node is ${during} ms with a stopped bus, ${before} ms before`,
  );
  return { passed: findings.broken.length === 0, figures };
};

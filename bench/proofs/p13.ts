/**
 * P13: for half an hour, one of three nodes is killed every minute and replaced twenty seconds later, while users chat.
 * Their tabs reconnect soon, and no acknowledged message is lost or duplicated. The short form kills two nodes.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { randomNumbers } from '@foyer/demo/randomNumbers';
import { Findings, type Proof } from './proof.ts';
import { percentile, ChatLoad } from './chatLoad.ts';

const everyMs = 2_000;

export const run: Proof = async ({ full, seed, log }) => {
  const findings = new Findings(log);
  const random = randomNumbers(seed);
  const [kills, betweenMs, replacedMs] = full ? [30, 60_000, 20_000] : [2, 8_000, 3_000];
  const figures: Record<string, number> = {};
  await ChatLoad.run({ nodes: 3, people: full ? 60 : 12, random }, async (load) => {
    const killing = async (): Promise<void> => {
      for (let kill = 0; kill < kills; kill++) {
        await pause(betweenMs - replacedMs);
        const index = Math.floor(random() * load.nodes.length);
        await load.nodes[index]?.kill();
        await pause(replacedMs);
        load.nodes[index] = await load.startNode();
      }
    };
    await Promise.all([load.sendFor(kills * betweenMs, everyMs), killing()]);
    await load.checkDelivery(findings);
    const reconnects = load.clients.flatMap(({ reconnects: took }) => took);
    figures['nodes killed'] = kills;
    figures['messages'] = load.sentCount;
    figures['reconnects'] = reconnects.length;
    figures['median ms'] = percentile(reconnects, 0.5);
    figures['p99 ms'] = percentile(reconnects, 0.99);
  });
  findings.expect((figures['reconnects'] ?? 0) > 0, 'no client was connected to a killed node');
  findings.expect((figures['median ms'] ?? 0) <= 3_000, 'the median of reconnects is above 3 s');
  findings.expect((figures['p99 ms'] ?? 0) <= 15_000, 'p99 of reconnects is above 15 s');
  return { passed: findings.broken.length === 0, figures };
};

/**
 * P4: all clients see the same order, whatever the clocks of the nodes. Three nodes whose clocks are a minute apart, fifty
 * rooms, a hundred clients that send as fast as the rate limit allows, a hundred that read, and a million messages: the
 * sequence numbers have no gaps, and all clients have the same order. At two messages per second and sender that takes an
 * hour and a half. The short form has three rooms.
 */
import { randomNumbers } from '@foyer/demo/randomNumbers';
import { Findings, type Proof } from './proof.ts';
import { checkNoGaps, ChatLoad } from './chatLoad.ts';

export const run: Proof = async ({ full, seed, log }) => {
  const findings = new Findings(log);
  const [people, messages] = full ? [200, 1_000_000] : [12, 400];
  const figures: Record<string, number> = {};
  const skewMs = [-60_000, 0, 60_000];
  await ChatLoad.run({ nodes: 3, people, random: randomNumbers(seed), skewMs }, async (load) => {
    await load.sendUntil(messages);
    checkNoGaps(await load.checkDelivery(findings), findings);
    figures['rooms'] = new Set(load.groups).size;
    figures['messages'] = load.sentCount;
  });
  return { passed: findings.broken.length === 0, figures };
};

/**
 * P4: one order for all, whatever the clocks say. Three nodes whose clocks are a minute apart, fifty rooms, a hundred who
 * talk as fast as one may and a hundred who read, a million messages: every room counts without a gap, and everybody has
 * the same order. At two messages a second each that takes an hour and a half. The short form has three rooms.
 */
import { Findings, randomNumbers, type Proof } from './proof.ts';
import { checkNumbers, Talk } from './talk.ts';

export const run: Proof = async ({ full, seed, log }) => {
  const findings = new Findings(log);
  const [people, messages] = full ? [200, 1_000_000] : [12, 400];
  const figures: Record<string, number> = {};
  const skewMs = [-60_000, 0, 60_000];
  await Talk.run({ nodes: 3, people, random: randomNumbers(seed), skewMs }, async (talk) => {
    await talk.say(messages);
    checkNumbers(await talk.compare(findings), findings);
    figures['rooms'] = new Set(talk.groups).size;
    figures['messages'] = talk.said;
  });
  return { passed: findings.broken.length === 0, figures };
};

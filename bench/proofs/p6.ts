/**
 * P6: whoever was away misses nothing. Somebody leaves a group of two dozen while 9,500 things are said there and the node
 * they were on is replaced, and is told of each when they are back; then while 11,000 are said, more than is told one by
 * one, and reads the room anew. A day of absence is proved by the server's tests, whose clock can be moved. The short form
 * says three hundred, and reads nothing anew.
 */
import { Findings, randomNumbers, type Proof } from './proof.ts';
import { checkNumbers, Talk } from './talk.ts';

export const run: Proof = async ({ full, seed, log }) => {
  const findings = new Findings(log);
  const figures: Record<string, number> = {};
  const [perGroup, few, many, tooMany] = full ? [24, 200, 9_500, 11_000] : [8, 20, 280, 0];
  const random = randomNumbers(seed);
  await Talk.run({ nodes: 2, people: perGroup, perGroup, random }, async (talk) => {
    const reader = talk.talkers.at(-1);
    if (reader === undefined) throw new Error('nobody reads');
    await talk.say(few);
    reader.stop();
    const left = talk.nodes.findIndex(({ url }) => url === reader.node);
    await talk.say(few + many / 2);
    await talk.nodes[left]?.kill();
    talk.nodes[left] = await talk.newNode();
    await talk.say(few + many);
    await reader.back();
    checkNumbers(await talk.compare(findings), findings);
    findings.expect(reader.readAnew === 0, 'what could be told one by one was read anew');
    if (tooMany > 0) {
      reader.stop();
      await talk.say(few + many + tooMany);
      await reader.back();
      checkNumbers(await talk.compare(findings), findings);
      findings.expect(reader.readAnew > 0, 'more than is told one by one was not read anew');
    }
    figures['messages'] = talk.said;
    figures['missed and told'] = many;
    figures['missed and read anew'] = tooMany;
  });
  return { passed: findings.broken.length === 0, figures };
};

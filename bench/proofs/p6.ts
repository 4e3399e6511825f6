/**
 * P6: a client misses nothing while it is disconnected. One client of a group of 24 disconnects while 9,500 messages are
 * sent and its node is replaced; it receives them all by gap fill. Then it disconnects while 11,000 messages are sent, too
 * many for a gap fill, and reloads the room. The server's tests, which control the clock, cover an absence of a day. The
 * short form has three hundred messages and no reload.
 */
import { randomNumbers } from '@foyer/demo/randomNumbers';
import { Findings, type Proof } from './proof.ts';
import { checkNoGaps, ChatLoad } from './chatLoad.ts';

export const run: Proof = async ({ full, seed, log }) => {
  const findings = new Findings(log);
  const figures: Record<string, number> = {};
  const [perGroup, few, many, tooMany] = full ? [24, 200, 9_500, 11_000] : [8, 20, 280, 0];
  const random = randomNumbers(seed);
  await ChatLoad.run({ nodes: 2, people: perGroup, perGroup, random }, async (load) => {
    const reader = load.clients.at(-1);
    if (reader === undefined) throw new Error('there is no client');
    await load.sendUntil(few);
    reader.stop();
    const left = load.nodes.findIndex(({ url }) => url === reader.node);
    await load.sendUntil(few + many / 2);
    await load.nodes[left]?.kill();
    load.nodes[left] = await load.startNode();
    await load.sendUntil(few + many);
    await reader.reconnect();
    checkNoGaps(await load.checkDelivery(findings), findings);
    findings.expect(reader.reloads === 0, 'the room was reloaded although a gap fill was possible');
    if (tooMany > 0) {
      reader.stop();
      await load.sendUntil(few + many + tooMany);
      await reader.reconnect();
      checkNoGaps(await load.checkDelivery(findings), findings);
      findings.expect(reader.reloads > 0, 'the room was not reloaded although too many messages were missed');
    }
    figures['messages'] = load.sentCount;
    figures['missed and filled'] = many;
    figures['missed and reloaded'] = tooMany;
  });
  return { passed: findings.broken.length === 0, figures };
};

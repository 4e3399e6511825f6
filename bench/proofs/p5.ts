/**
 * P5: a resent message or like is not duplicated. On the connections of forty clients, every tenth reply is lost after its command
 * was carried out, and the clients resend unacknowledged messages. Each of twenty thousand messages is stored once and
 * received by all, and so is each like: the counts are right to the last one. The short form has a hundred messages.
 */
import { randomNumbers } from '@foyer/demo/randomNumbers';
import { loseLikes } from './lostLikes.ts';
import { Findings, type Proof } from './proof.ts';
import { checkNoGaps, ChatLoad } from './chatLoad.ts';

const replyLossRate = 0.1;

export const run: Proof = async ({ full, seed, log }) => {
  const findings = new Findings(log);
  const figures: Record<string, number> = {};
  const [people, messages] = full ? [40, 20_000] : [8, 100];
  const random = randomNumbers(seed);
  await ChatLoad.run({ nodes: 2, people, random, replyLossRate }, async (load) => {
    await load.sendUntil(messages);
    const rooms = await load.checkDelivery(findings);
    checkNoGaps(rooms, findings);
    const stored = [...rooms.values()].reduce((sum, room) => sum + room.size, 0);
    // Each room begins with a notice of its creation.
    findings.expect(
      stored === load.sentCount + rooms.size,
      `${stored} messages are stored, ${load.sentCount} were sent`,
    );
    figures['messages'] = load.sentCount;
    const { requests, lost } = await loseLikes({
      nodes: load.nodes.map(({ url }) => url),
      tokens: await Promise.all(load.tokens.map((token) => token())),
      lossRate: replyLossRate,
      random,
      findings,
    });
    findings.expect(lost >= requests / 20, `only ${lost} responses to ${requests} likes were lost`);
    figures['likes and unlikes'] = requests;
    figures['of which responses were lost'] = lost;
    figures['replies lost'] = load.clients.reduce((sum, { lostReplies }) => sum + lostReplies, 0);
  });
  findings.expect((figures['replies lost'] ?? 0) >= messages / 20, 'too few replies were lost');
  return { passed: findings.broken.length === 0, figures };
};

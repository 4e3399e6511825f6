/**
 * P5: a resent message is not duplicated. On the connections of forty clients, every tenth reply is lost after its command
 * was carried out, and the clients resend unacknowledged messages. Each of twenty thousand messages is stored once and
 * received by all. The short form has a hundred messages.
 */
import { randomNumbers } from '@foyer/demo/randomNumbers';
import { Findings, type Proof } from './proof.ts';
import { checkNoGaps, ChatLoad } from './chatLoad.ts';

const replyLossRate = 0.1;

export const run: Proof = async ({ full, seed, log }) => {
  const findings = new Findings(log);
  const figures: Record<string, number> = {};
  const [people, messages] = full ? [40, 20_000] : [8, 100];
  await ChatLoad.run({ nodes: 2, people, random: randomNumbers(seed), replyLossRate }, async (load) => {
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
    figures['replies lost'] = load.clients.reduce((sum, { lostReplies }) => sum + lostReplies, 0);
  });
  findings.expect((figures['replies lost'] ?? 0) >= messages / 20, 'too few replies were lost');
  return { passed: findings.broken.length === 0, figures };
};

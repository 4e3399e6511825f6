/**
 * P5: sending again never doubles. Forty people talk over lines of their own on which every tenth answer is lost after what
 * it answers was done, and send again what was not acknowledged: twenty thousand messages, each there once, and heard by
 * all. The short form says a hundred.
 */
import { Findings, randomNumbers, type Proof } from './proof.ts';
import { checkNumbers, Talk } from './talk.ts';

const losing = 0.1;

export const run: Proof = async ({ full, seed, log }) => {
  const findings = new Findings(log);
  const figures: Record<string, number> = {};
  const [people, messages] = full ? [40, 20_000] : [8, 100];
  await Talk.run({ nodes: 2, people, random: randomNumbers(seed), losing }, async (talk) => {
    await talk.say(messages);
    const rooms = await talk.compare(findings);
    checkNumbers(rooms, findings);
    const stored = [...rooms.values()].reduce((sum, room) => sum + room.size, 0);
    // Each room begins with a line of its own.
    findings.expect(
      stored === talk.said + rooms.size,
      `${stored} messages are there, of ${talk.said} that were said`,
    );
    figures['messages'] = talk.said;
    figures['answers lost'] = talk.talkers.reduce((sum, { lostAnswers }) => sum + lostAnswers, 0);
  });
  findings.expect((figures['answers lost'] ?? 0) >= messages / 20, 'too few answers were lost');
  return { passed: findings.broken.length === 0, figures };
};

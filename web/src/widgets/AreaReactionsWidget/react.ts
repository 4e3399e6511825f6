/** Sends a reaction to everyone in the area. */
import { sendReaction, type Reaction } from '@foyer/contract';
import { track } from '../../platform/analytics/track.ts';
import { ApiError } from '../../platform/api/apiError.ts';
import { importWithRetry } from '../../platform/loading/importWithRetry.ts';
import { logError } from '../../platform/log.ts';
import type { Visit } from '../../platform/visit/visit.ts';

const importRealtime = () => import('../../platform/realtime/realtime.ts');

export async function react(visit: Visit, reaction: Reaction): Promise<void> {
  try {
    const { createRealtime } = await importWithRetry(importRealtime);
    await visit.get(createRealtime).sendCommand(sendReaction, { reaction });
    track('reaction', 'send', { kind: reaction });
  } catch (error) {
    // Reactions that exceed the rate limit or find no connection are not retried: they only matter at the moment.
    if (!(error instanceof ApiError)) logError('CONNECTION', 'failed to send a reaction', error);
  }
}

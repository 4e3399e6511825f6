/** Sends a sign to everyone in the area. */
import { sendReaction, type Reaction } from '@foyer/contract';
import { ApiError } from '../../platform/api/apiError.ts';
import { logError } from '../../platform/log.ts';

export async function react(reaction: Reaction): Promise<void> {
  const { realtime } = await import('../../platform/realtime/realtime.ts');
  try {
    await realtime.sendCommand(sendReaction, { reaction });
  } catch (error) {
    // A sign is of its moment: what was one too many, or met no connection, is not made up for.
    if (!(error instanceof ApiError)) logError('CONNECTION', 'a reaction was not sent', error);
  }
}

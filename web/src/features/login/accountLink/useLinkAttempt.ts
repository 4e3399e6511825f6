import { ApiError } from '../../../platform/api/apiError.ts';
import type { HandedOver } from '../handOver.ts';
import { useAttempt } from '../useAttempt.ts';
import type { LinkFormProps } from './linkForm.ts';

/** Tries what a link allows: done leads on, a link that is over says so, all else stands above the form. */
export function useLinkAttempt({ tell, onExpired, onDone }: LinkFormProps) {
  const attempt = useAttempt('account', tell);
  return {
    busy: attempt.busy,
    /** Without anything to hand over it goes on here. */
    run: (work: () => Promise<HandedOver | undefined>) =>
      attempt.run(async () => {
        try {
          const done = await work();
          if (done !== undefined) await onDone(done);
        } catch (error) {
          if (!(error instanceof ApiError) || error.serverCode !== 'linkExpired') throw error;
          onExpired();
        }
        return undefined;
      }),
  };
}

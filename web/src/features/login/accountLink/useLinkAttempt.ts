import { ApiError } from '../../../platform/api/apiError.ts';
import type { HandedOver } from '../handOver.ts';
import { useAttempt } from '../useAttempt.ts';
import type { LinkFormProps } from './AccountLinkScreen.tsx';

/** Tries what a link allows: done leads on, a link that is over says so, all else stands above the form. */
export function useLinkAttempt({ tell, onExpired, onDone }: LinkFormProps) {
  const attempt = useAttempt('account', tell);
  return {
    busy: attempt.busy,
    run: (work: () => Promise<HandedOver>) =>
      attempt.run(async () => {
        try {
          await onDone(await work());
        } catch (error) {
          if (!(error instanceof ApiError) || error.refusal !== 'linkExpired') throw error;
          onExpired();
        }
        return undefined;
      }),
  };
}

import { ApiError } from '../../../platform/api/apiError.ts';
import { useSubmission } from '../forms/useSubmission.ts';
import type { LinkFormProps, LinkResult } from './linkFormProps.ts';

/** Submits the form of a link. A success calls `onDone`, an expired link `onExpired`; other errors are shown above the form. */
export function useLinkSubmission({ setMessage, onExpired, onDone }: LinkFormProps) {
  const attempt = useSubmission('account', setMessage);
  return {
    busy: attempt.busy,
    /** @param work resolves with undefined if this page continues with another step */
    run: (work: () => Promise<LinkResult | undefined>) =>
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

import { useRouter, useRouterState } from '@tanstack/react-router';
import { PageFailure } from '../features/errors/PageFailure.tsx';
import { PageError } from '../platform/venue/pageError.ts';
import { useMemo, type ReactElement } from 'react';

/** The page of a route that has failed, with a known page error or an unexpected one. */
export function FailedPage({ error }: { readonly error: unknown }): ReactElement {
  const router = useRouter();
  const isLoading = useRouterState({ select: (state) => state.isLoading });
  const pageError = useMemo(
    () => (error instanceof PageError ? error : new PageError('failed', String(error), undefined, error)),
    [error],
  );
  return (
    <PageFailure
      error={pageError}
      onRetry={() => void router.invalidate()}
      isRetrying={isLoading}
      // Loaders fail with page errors; any other error is a fault of the app, which a retry would most likely repeat.
      retriesAutomatically={error instanceof PageError}
    />
  );
}

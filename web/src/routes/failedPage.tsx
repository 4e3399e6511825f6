import { useRouter } from '@tanstack/react-router';
import { PageFailure } from '../features/errors/PageFailure.tsx';
import { PageError } from '../platform/venue/pageError.ts';
import type { ReactElement } from 'react';

/** The page of a route that has failed, with a known page error or an unexpected one. */
export function FailedPage({ error }: { readonly error: unknown }): ReactElement {
  const router = useRouter();
  const pageError =
    error instanceof PageError ? error : new PageError('failed', String(error), undefined, error);
  return <PageFailure error={pageError} onRetry={() => router.invalidate()} />;
}

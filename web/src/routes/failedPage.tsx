import { useRouter } from '@tanstack/react-router';
import { PageFailure } from '../features/errors/PageFailure.tsx';
import { PageError } from '../platform/venue/pageError.ts';
import type { ReactElement } from 'react';

/** A route that cannot show, for a reason we know or for one that is our own fault. */
export function FailedPage({ error }: { readonly error: unknown }): ReactElement {
  const router = useRouter();
  const fault = error instanceof PageError ? error : new PageError('failed', String(error), undefined, error);
  return <PageFailure fault={fault} onRetry={() => router.invalidate()} />;
}

import { getAccountLink, type ResponseOf } from '@foyer/contract';
import { useCallback, useEffect, useState } from 'react';
import { ApiError, call } from '../../../platform/api/client.ts';
import { requestOptions } from '../loginActions.ts';

type State =
  | { readonly kind: 'loading' | 'expired' | 'failed' }
  | { readonly kind: 'open'; readonly link: ResponseOf<typeof getAccountLink> };

const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

async function readLink(token: string): Promise<State> {
  // An invalid token is not sent to the server: an email program has truncated the link.
  if (!tokenPattern.test(token)) return { kind: 'expired' };
  try {
    return { kind: 'open', link: await call(getAccountLink, { ...requestOptions, body: { token } }) };
  } catch (error) {
    const isExpired =
      error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
    return { kind: isExpired ? 'expired' : 'failed' };
  }
}

/** Loads what a link is for. Reading a link does not use it up. */
export function useAccountLink(token: string) {
  const [state, setState] = useState<State>({ kind: 'loading' });
  const load = useCallback(() => readLink(token).then(setState), [token]);
  useEffect(() => {
    void load();
  }, [load]);
  const read = useCallback(() => {
    setState({ kind: 'loading' });
    void load();
  }, [load]);
  const expire = useCallback(() => setState({ kind: 'expired' }), []);
  return { state, read, expire };
}

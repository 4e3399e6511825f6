import { readAccountLink, type AnswerOf } from '@foyer/contract';
import { useCallback, useEffect, useState } from 'react';
import { ApiError, call } from '../../../platform/api/client.ts';
import { asked } from '../ways.ts';

type State =
  | { readonly kind: 'reading' | 'expired' | 'failed' }
  | { readonly kind: 'open'; readonly link: AnswerOf<typeof readAccountLink> };

const shape = /^[A-Za-z0-9_-]{43}$/;

async function lookAt(token: string): Promise<State> {
  // What cannot be a token is asked of nobody: a mail program has cut it off.
  if (!shape.test(token)) return { kind: 'expired' };
  try {
    return { kind: 'open', link: await call(readAccountLink, { ...asked, body: { token } }) };
  } catch (error) {
    const isOver =
      error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
    return { kind: isOver ? 'expired' : 'failed' };
  }
}

/** What a link is for; reading it burns nothing. */
export function useAccountLink(token: string) {
  const [state, setState] = useState<State>({ kind: 'reading' });
  const look = useCallback(() => lookAt(token).then(setState), [token]);
  useEffect(() => {
    void look();
  }, [look]);
  const read = useCallback(() => {
    setState({ kind: 'reading' });
    void look();
  }, [look]);
  const expire = useCallback(() => setState({ kind: 'expired' }), []);
  return { state, read, expire };
}

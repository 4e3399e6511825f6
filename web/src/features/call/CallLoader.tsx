/** Listens for calls while the user is signed in; downloads the interface at the first call, incoming or outgoing. */
import { useEffect } from 'react';
import { startCallUpdates, useCalls } from '../../platform/call/calls.ts';
import { lazyOptional } from '../../platform/loading/lazyOptional.tsx';
import { useEverTrue } from '../../platform/useEverTrue.ts';
import { useChatModel } from '../chat/index.ts';

const CallRoot = lazyOptional(() => import('./CallRoot.tsx'), ['call']);

export default function CallLoader() {
  const chat = useChatModel();
  useEffect(() => {
    const mounted = new AbortController();
    startCallUpdates(chat.store, mounted.signal);
    return () => mounted.abort();
  }, [chat]);
  const isWanted = useCalls(({ ringing, request }) => ringing.length > 0 || request !== null);
  return useEverTrue(isWanted) ? <CallRoot /> : null;
}

/** Listens for calls while somebody is here; what one sees of them is fetched when it rings, or when one calls. */
import { useEffect, useState } from 'react';
import { followCalls, useCalls } from '../platform/call/calls.ts';
import { extra } from '../platform/extra.tsx';
import { fetchPiece } from '../platform/fetchPiece.ts';
import { loadLateTexts } from '../platform/i18n/i18n.ts';

const CallHost = extra(async () => {
  const [host] = await Promise.all([
    fetchPiece(() => import('../features/call/CallHost.tsx')),
    loadLateTexts('call'),
  ]);
  return host;
});

export default function CallSlot() {
  useEffect(followCalls, []);
  const isWanted = useCalls(({ ringing, wish }) => ringing.length > 0 || wish !== null);
  const [wasWanted, setWasWanted] = useState(false);
  if (isWanted && !wasWanted) setWasWanted(true);
  return wasWanted ? <CallHost /> : null;
}

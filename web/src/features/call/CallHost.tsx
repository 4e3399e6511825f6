/** What one sees of calls: who rings, oneself before a call, the call, and why there is none. */
import { useEffect } from 'react';
import { useCalls } from '../../platform/call/calls.ts';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { showSnackbar } from '../../platform/snackbars.ts';
import { dismiss, leave, preview } from './actions.ts';
import { CallOver } from './CallOver.tsx';
import { CallPanel } from './CallPanel.tsx';
import { Preview } from './Preview.tsx';
import { RingingCard } from './RingingCard.tsx';
import { useSession } from './session.ts';
import './call.css';

/** A wish is taken up once; during a call there is no other one, which is said. */
function useWishes(): void {
  const { t } = useTranslation('call');
  const wish = useCalls((calls) => calls.request);
  useEffect(() => {
    if (!wish) return;
    useCalls.setState({ request: null });
    const { phase } = useSession.getState();
    if (phase === 'joining' || phase === 'in') showSnackbar(t('busy'), { tone: 'warning' });
    else void preview(wish);
  }, [wish, t]);
}

export default function CallHost() {
  useWishes();
  const phase = useSession((session) => session.phase);
  const ringing = useCalls((calls) => calls.ringing[0]);
  // Whoever logs out is in no call.
  useEffect(() => () => (useSession.getState().phase === 'in' ? leave() : dismiss()), []);
  return (
    <>
      {ringing && <RingingCard key={ringing.call.callId} ringing={ringing} />}
      {phase === 'preview' && <Preview />}
      {(phase === 'joining' || phase === 'in') && <CallPanel />}
      {phase === 'over' && <CallOver />}
    </>
  );
}

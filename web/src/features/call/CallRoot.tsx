/** Renders everything about calls: ringing, preview, call and the reason for its end. */
import { useEffect } from 'react';
import { useCalls } from '../../platform/call/calls.ts';
import { isInMeeting, useCallStatus } from '../../platform/call/callStatus.ts';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { showSnackbar } from '../../platform/showSnackbar.ts';
import { resetCall, leaveCurrentCall, openPreview } from './actions.ts';
import { CallEnded } from './CallEnded.tsx';
import { CallPanel } from './CallPanel.tsx';
import { CallPreview } from './CallPreview.tsx';
import { LeaveMeetingQuestion } from './LeaveMeetingQuestion.tsx';
import { RingingCard } from './RingingCard.tsx';
import { useCallState } from './callState.ts';
import './call.css';

/**
 * Opens the preview for a call that another feature has requested. During a call it shows a warning instead; during a
 * meeting the request waits for an answer to `LeaveMeetingQuestion`.
 */
function useCallRequests(): void {
  const { t } = useTranslation('call');
  const request = useCalls((calls) => calls.request);
  const isWaiting = useCallStatus(isInMeeting);
  useEffect(() => {
    if (!request || isWaiting) return;
    useCalls.setState({ request: null });
    const { phase } = useCallState.getState();
    if (phase === 'joining' || phase === 'joined') showSnackbar(t('busy'), { tone: 'warning' });
    else void openPreview(request);
  }, [request, isWaiting, t]);
}

export default function CallRoot() {
  useCallRequests();
  const phase = useCallState((state) => state.phase);
  const ringing = useCalls((calls) => calls.ringing[0]);
  // Unmounts when the user logs out.
  useEffect(() => () => (useCallState.getState().phase === 'joined' ? leaveCurrentCall() : resetCall()), []);
  return (
    <>
      {ringing && <RingingCard key={ringing.call.callId} ringing={ringing} />}
      <LeaveMeetingQuestion />
      {phase === 'preview' && <CallPreview />}
      {(phase === 'joining' || phase === 'joined') && <CallPanel />}
      {phase === 'ended' && <CallEnded />}
    </>
  );
}

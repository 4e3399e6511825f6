/** Renders everything about calls: ringing, preview, call and the reason for its end. */
import { useEffect } from 'react';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { isInMeeting, useAudioSessions } from '../../platform/playback/audioSessions.ts';
import { useShowSnackbar } from '../../platform/snackbars.ts';
import { CallEnded } from './CallEnded.tsx';
import { CallPanel } from './CallPanel.tsx';
import { CallPreview } from './CallPreview.tsx';
import { LeaveMeetingQuestion } from './LeaveMeetingQuestion.tsx';
import { RingingCard } from './RingingCard.tsx';
import { isActive } from './model/ownCallState.ts';
import { useCalls, useCallsModel } from './useCalls.ts';
import { useOwnCallModel } from './useOwnCall.ts';

/**
 * Opens the preview for a call that another feature has requested. During a call it shows a warning instead; during a
 * meeting the request waits for an answer to `LeaveMeetingQuestion`.
 */
function useCallRequests(): void {
  const { t } = useTranslation('call');
  const calls = useCallsModel();
  const { preview } = useOwnCallModel();
  const showSnackbar = useShowSnackbar();
  const request = useCalls((state) => state.request);
  const isWaiting = useAudioSessions(isInMeeting);
  useEffect(() => {
    if (!request || isWaiting) return;
    calls.cancelRequest();
    if (isActive(calls.store.getState().own)) showSnackbar(t('busy'), { tone: 'warning' });
    else void preview(request);
  }, [calls, preview, request, isWaiting, showSnackbar, t]);
}

export default function CallRoot() {
  useCallRequests();
  const phase = useCalls(({ own }) => own.phase);
  const isInCall = useCalls(({ own }) => isActive(own));
  const ringing = useCalls((calls) => calls.ringing[0]);
  return (
    <>
      {ringing && <RingingCard key={ringing.call.callId} ringing={ringing} />}
      <LeaveMeetingQuestion />
      {phase === 'preview' && <CallPreview />}
      {isInCall && <CallPanel />}
      {phase === 'ended' && <CallEnded />}
    </>
  );
}

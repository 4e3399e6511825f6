import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { isInMeeting, leaveMeetings, useAudioSessions } from '../../platform/playback/audioSessions.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useCalls, useCallsModel } from './useCalls.ts';

/** Asks before a call that the user has requested while in a meeting: both need the microphone. */
export function LeaveMeetingQuestion() {
  const { t } = useTranslation('call');
  const isRequested = useCalls(({ request }) => request !== null);
  const isWaiting = useAudioSessions(isInMeeting);
  const cancel = useCallsModel().cancelRequest;
  return (
    <Dialog
      id="call-meeting"
      open={isRequested && isWaiting}
      onClose={cancel}
      title={t('meeting.title')}
      description={t('meeting.text')}
      width={420}
    >
      <div className="flex flex-wrap justify-end gap-2 px-6 pt-2 pb-6">
        <Button kind="quiet" onClick={cancel}>
          {t('meeting.stay')}
        </Button>
        <Button onClick={leaveMeetings}>{t('meeting.leave')}</Button>
      </div>
    </Dialog>
  );
}

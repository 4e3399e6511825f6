/** The room of a meeting in its frame, with what the user has to know about it, until the user or a host ends it. */
import phone from '@phosphor-icons/core/regular/phone.svg?raw';
import disconnected from '@phosphor-icons/core/regular/phone-disconnect.svg?raw';
import warning from '@phosphor-icons/core/fill/warning-fill.svg?raw';
import { useEffect, useRef, type ReactNode } from 'react';
import { useCallStatus } from '../../platform/call/callStatus.ts';
import { Icon } from '../../platform/icons/Icon.tsx';
import { cancelNavigation, useNavigationGuard } from '../../platform/navigation/widgetGuards.ts';
import { Button } from '../../ui/Button.tsx';
import { Statement } from '../../ui/Statement.tsx';
import { PanelAside } from '../panel/panelAside.tsx';
import { LeaveQuestion } from './LeaveQuestion.tsx';
import { MeetingNotice } from './MeetingNotice.tsx';
import type { MeetingState } from './meetingState.ts';
import { endFullScreen, MeetingTools } from './MeetingTools.tsx';
import { useEndHint } from './useEndHint.ts';
import { useTexts } from './useTexts.ts';

interface Props {
  readonly state: MeetingState;
  /** Leaves the meeting. */
  readonly leave: () => void;
  readonly end: string | undefined;
  /** Loads the room again; undefined while the meeting is not open. */
  readonly rejoin: (() => void) | undefined;
  /** Leads back to the area. */
  readonly close: () => void;
  /** The frame. */
  readonly children: ReactNode;
}

export function MeetingRoom({ state, leave, end, rejoin, close, children }: Props) {
  const { t } = useTexts();
  const isJoined = state.phase === 'joined';
  useEffect(() => {
    if (!isJoined) return undefined;
    useCallStatus.setState({ leaveMeeting: leave });
    return () => useCallStatus.setState({ leaveMeeting: null });
  }, [isJoined, leave]);
  const isInCall = useCallStatus((status) => status.isInCall);
  const isQuestionOpen = useNavigationGuard('meeting', isJoined);
  const isEntering = state.phase === 'entering';
  return (
    <>
      {isEntering && isInCall && (
        <MeetingNotice>
          <Statement svg={phone} level={3} title={t('inCall.title')} text={t('inCall.text')} />
        </MeetingNotice>
      )}
      {(isJoined || (isEntering && !isInCall)) && (
        <div className="meeting">
          <PanelAside>
            <MeetingTools rejoin={rejoin} />
          </PanelAside>
          <MeetingHints state={state} end={end} />
          <div className="meeting-frame">{children}</div>
          <LeaveQuestion isOpen={isQuestionOpen} onLeave={leave} onStay={cancelNavigation} />
        </div>
      )}
      <MeetingEnd
        phase={state.phase === 'joined' || state.phase === 'entering' ? undefined : state.phase}
        rejoin={rejoin}
        close={close}
      />
    </>
  );
}

/** Lines above the room. The element is always there, so that screen readers announce the lines. */
function MeetingHints({ state, end }: { readonly state: MeetingState; readonly end: string | undefined }) {
  const { t } = useTexts();
  const endHint = useEndHint(end);
  const hints = [
    state.isDenied && t('hint.denied'),
    state.isUnstable && t('hint.unstable'),
    state.phase === 'joined' && endHint,
  ].filter((hint) => typeof hint === 'string');
  return (
    <div role="status" className="meeting-hints">
      {hints.map((hint) => (
        <p key={hint} className="meeting-hint">
          <Icon svg={warning} size={18} className="text-warning" />
          <span className="min-w-0">{hint}</span>
        </p>
      ))}
    </div>
  );
}

interface MeetingEndProps extends Pick<Props, 'rejoin' | 'close'> {
  /** Undefined as long as the user is in the room. */
  readonly phase: 'left' | 'removed' | 'ended' | undefined;
}

/** Says why the room is gone. The element is always there, so that screen readers announce it. */
function MeetingEnd({ phase, rejoin, close }: MeetingEndProps) {
  const { t } = useTexts();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (phase === undefined) return;
    endFullScreen();
    // The frame that had the focus is gone.
    if (document.activeElement === document.body) box.current?.focus();
  }, [phase]);
  return (
    <div ref={box} tabIndex={-1} role="status" className={phase && 'meeting-notice'}>
      {phase && (
        <Statement
          svg={disconnected}
          level={3}
          title={t(`${phase}.title`)}
          text={t(`${phase}.text`)}
          action={
            <div className="flex flex-wrap justify-center gap-2">
              {rejoin && <Button onClick={rejoin}>{t('rejoin')}</Button>}
              <Button kind="quiet" onClick={close}>
                {t('back')}
              </Button>
            </div>
          }
        />
      )}
    </div>
  );
}

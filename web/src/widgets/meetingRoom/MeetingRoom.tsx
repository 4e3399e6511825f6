/** The room of a meeting in its frame, with what the user has to know about it, until the user or a host ends it. */
import phone from '@phosphor-icons/core/regular/phone.svg?raw';
import disconnected from '@phosphor-icons/core/regular/phone-disconnect.svg?raw';
import warning from '@phosphor-icons/core/bold/warning-bold.svg?raw';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Icon } from '../../platform/icons/Icon.tsx';
import { cancelNavigation, useNavigationGuard } from '../../platform/navigation/useNavigationGuard.ts';
import {
  addAudioSession,
  isInCall as isInAnyCall,
  useAudioSessions,
} from '../../platform/playback/audioSessions.ts';
import { Button } from '../../ui/Button.tsx';
import { Statement } from '../../ui/Statement.tsx';
import { hostOf } from '../host/hostOf.ts';
import { PanelAside } from '../panel/panelAside.tsx';
import { LeaveQuestion } from './LeaveQuestion.tsx';
import { leavesMeeting } from './leavesMeeting.ts';
import { MeetingNotice } from './MeetingNotice.tsx';
import { useHeadingLevel } from '../meeting/meetingPlace.ts';
import styles from './meetingRoom.module.css';
import type { MeetingState } from './meetingState.ts';
import { endFullScreen, MeetingTools } from './MeetingTools.tsx';
import { useEndHint } from './useEndHint.ts';
import { useTexts } from './useTexts.ts';

interface Props {
  readonly state: MeetingState;
  /** Leaves the meeting. */
  readonly leave: () => void;
  /** The link of the meeting, for a new tab. */
  readonly link: string | undefined;
  readonly end: string | undefined;
  /** Loads the room again; undefined while the meeting is not open. */
  readonly rejoin: (() => void) | undefined;
  /** Leads back to the area. */
  readonly close: () => void;
  /** The frame. */
  readonly children: ReactNode;
}

export function MeetingRoom({ state, leave, link, end, rejoin, close, children }: Props) {
  const { t } = useTexts();
  const isJoined = state.phase === 'joined';
  const [isLeftForCall, setIsLeftForCall] = useState(false);
  useEffect(() => {
    if (!isJoined) return undefined;
    const leaveForCall = (): void => {
      setIsLeftForCall(true);
      leave();
    };
    const joined = new AbortController();
    addAudioSession({ kind: 'meeting', leave: leaveForCall }, joined.signal);
    return () => joined.abort();
  }, [isJoined, leave]);
  const isInCall = useAudioSessions(isInAnyCall);
  const isQuestionOpen = useNavigationGuard('meeting', isJoined, leavesMeeting);
  const isEntering = state.phase === 'entering';
  const level = useHeadingLevel();
  return (
    <>
      {isEntering && isInCall && (
        <MeetingNotice>
          <Statement svg={phone} level={level} title={t('inCall.title')} text={t('inCall.text')} />
        </MeetingNotice>
      )}
      {(isJoined || (isEntering && !isInCall)) && (
        <div className={styles.meeting}>
          <PanelAside>
            <MeetingTools link={link} rejoin={rejoin} />
          </PanelAside>
          <MeetingHints state={state} link={link} end={end} />
          <div className="min-h-0 flex-1">{children}</div>
          <LeaveQuestion isOpen={isQuestionOpen} onLeave={leave} onStay={cancelNavigation} />
        </div>
      )}
      <MeetingEnd
        phase={isJoined || isEntering ? undefined : state.phase}
        isForCall={isLeftForCall}
        isInCall={isInCall}
        rejoin={rejoin}
        close={close}
      />
    </>
  );
}

/** Lines above the room. The element is always there, so that screen readers announce the lines. */
function MeetingHints({ state, link, end }: Pick<Props, 'state' | 'link' | 'end'>) {
  const { t } = useTexts();
  const endHint = useEndHint(end);
  const hints = [
    state.isUnresponsive && link !== undefined && t('hint.noResponse', { host: hostOf(link) }),
    state.isDenied && t('hint.denied'),
    state.isUnstable && t('hint.unstable'),
    state.phase === 'joined' && endHint,
  ].filter((hint) => typeof hint === 'string');
  return (
    <div role="status" className={styles.hints}>
      {hints.map((hint) => (
        <p key={hint} className={styles.hint}>
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
  /** The user has left to join a call. */
  readonly isForCall: boolean;
  readonly isInCall: boolean;
}

/** Says why the room is gone. The element is always there, so that screen readers announce it. */
function MeetingEnd({ phase, isForCall, isInCall, rejoin, close }: MeetingEndProps) {
  const { t } = useTexts();
  const level = useHeadingLevel();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (phase === undefined) return;
    endFullScreen();
    // The frame that had the focus is gone.
    if (document.activeElement === document.body) box.current?.focus();
  }, [phase]);
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="status"
      data-panel-statement={phase && true}
      className={phase && styles.notice}
    >
      {phase && (
        <Statement
          svg={disconnected}
          level={level}
          title={t(isForCall ? 'left.forCall' : `${phase}.title`)}
          text={t(isInCall && rejoin ? 'afterCall' : `${phase}.text`)}
          action={
            <div className="flex flex-wrap justify-center gap-2">
              {rejoin && !isInCall && <Button onClick={rejoin}>{t('rejoin')}</Button>}
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

import warning from '@phosphor-icons/core/regular/warning-circle.svg?raw';
import { useEffect, useRef } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Statement } from '../../ui/Statement.tsx';
import { OpenInNewTab } from '../host/OpenInNewTab.tsx';
import { MeetingNotice } from '../meetingRoom/MeetingNotice.tsx';
import { endFullScreen } from '../meetingRoom/MeetingTools.tsx';
import type { ZoomProblem } from './useZoomRoom.ts';
import { useTexts } from './useTexts.ts';

/** Trying again does not help. */
const permanent: readonly ZoomProblem[] = ['account', 'removed'];

interface Props {
  readonly problem: ZoomProblem;
  /** The link of the meeting. */
  readonly link: string | undefined;
  /** Undefined while the meeting is not open. */
  readonly rejoin: (() => void) | undefined;
}

/** Says why the user is not in the meeting, and offers its link unless the user may not join again. */
export function ZoomProblemNotice({ problem, link, rejoin }: Props) {
  const { t } = useTexts();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    endFullScreen();
    // The button or frame that had the focus is gone.
    if (document.activeElement === document.body) box.current?.focus();
  }, []);
  return (
    <MeetingNotice>
      <div ref={box} tabIndex={-1} role="alert">
        <Statement
          svg={warning}
          level={3}
          title={t(`${problem}.title`)}
          text={t(`${problem}.text`)}
          action={
            <div className="flex flex-wrap justify-center gap-2">
              {link !== undefined && problem !== 'removed' && <OpenInNewTab href={link} />}
              {rejoin && !permanent.includes(problem) && (
                <Button kind="quiet" onClick={rejoin}>
                  {t('again')}
                </Button>
              )}
            </div>
          }
        />
      </div>
    </MeetingNotice>
  );
}

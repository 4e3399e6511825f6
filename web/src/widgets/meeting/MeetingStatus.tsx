import type { ReactNode } from 'react';
import { Statement } from '../../ui/Statement.tsx';
import { useHeadingLevel } from './meetingPlace.ts';
import { EndNotice } from './EndNotice.tsx';
import type { MeetingPhase } from './meetingPhase.ts';
import type { MeetingStatement } from './useMeetingStatement.ts';

interface Props {
  readonly phase: MeetingPhase;
  readonly statement: MeetingStatement;
  /** How to join, while the meeting is open. */
  readonly children: ReactNode;
}

/**
 * A meeting in a panel that the user has not joined. The live region stays when the meeting opens and ends, so that screen
 * readers announce both; they do not announce the seconds before.
 */
export function MeetingStatus({ phase, statement: { kind, icon, title, text }, children }: Props) {
  const level = useHeadingLevel();
  return (
    <div role="status" aria-atomic={false}>
      <div key={kind} role={kind === 'before' ? 'timer' : undefined}>
        {kind === 'open' ? children : <Statement svg={icon} level={level} title={title} text={text} />}
      </div>
      {kind === 'open' && (
        <EndNotice phase={phase} className="-mt-6 px-6 pb-8 text-center text-caption empty:hidden" />
      )}
    </div>
  );
}

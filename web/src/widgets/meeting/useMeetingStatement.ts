import clock from '@phosphor-icons/core/regular/clock-countdown.svg?raw';
import flagCheckered from '@phosphor-icons/core/regular/flag-checkered.svg?raw';
import linkBreak from '@phosphor-icons/core/regular/link-break.svg?raw';
import videoCamera from '@phosphor-icons/core/regular/video-camera.svg?raw';
import { isToday, useTimeFormat } from '../../platform/i18n/useTimeFormat.ts';
import { endsSoon, type MeetingPhase } from './meetingPhase.ts';
import { useBeginText } from './useBeginText.ts';
import { useTexts } from './useTexts.ts';

export interface MeetingStatement {
  readonly kind: 'before' | 'open' | 'over' | 'noLink';
  /** Raw SVG. */
  readonly icon: string;
  readonly title: string;
  readonly text: string | undefined;
  /** The one line of a small box in the picture. */
  readonly line: string;
}

interface Meeting {
  readonly phase: MeetingPhase;
  readonly provider: string;
  readonly isHost: boolean;
  readonly hasLink: boolean;
}

/** Returns a function that describes a meeting the user has not joined. */
export function useMeetingStatement(): (meeting: Meeting) => MeetingStatement {
  const { t } = useTexts();
  const beginText = useBeginText();
  const timeFormat = useTimeFormat();
  return ({ phase, provider, isHost, hasLink }) => {
    if (phase.kind === 'over') {
      const { endedAt } = phase;
      const key = endedAt !== undefined && isToday(endedAt) ? 'endedAt' : 'endedOn';
      const text = endedAt === undefined ? undefined : t(key, { time: timeFormat(endedAt).format(endedAt) });
      return { kind: 'over', icon: flagCheckered, title: t('over'), text, line: t('over') };
    }
    if (phase.kind === 'before') {
      const title = beginText(phase);
      return { kind: 'before', icon: clock, title, text: t('wait', { provider }), line: title };
    }
    if (!hasLink)
      return {
        kind: 'noLink',
        icon: linkBreak,
        title: t('noLinkTitle'),
        text: t('noLinkText'),
        line: t('noLinkTitle'),
      };
    const line = t('with', { provider });
    const open = { kind: 'open', icon: videoCamera, line } as const;
    if (isHost) return { ...open, title: t('hostTitle'), text: t('hostText', { provider }) };
    const { endsAt } = phase;
    const text =
      // In the last minutes, `EndNotice` says when it ends.
      endsAt === undefined || endsSoon(phase)
        ? t('joinText', { provider })
        : t('joinUntilText', { provider, time: timeFormat(endsAt).format(endsAt) });
    return { ...open, title: t('joinTitle'), text };
  };
}

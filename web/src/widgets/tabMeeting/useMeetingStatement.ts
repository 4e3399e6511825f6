import { isToday, useTimeFormat } from '../../platform/i18n/useTimeFormat.ts';
import type { MeetingPhase } from './meetingPhase.ts';
import { useBeginText } from './useBeginText.ts';
import { useTexts } from './useTexts.ts';

export interface MeetingStatement {
  readonly kind: 'before' | 'open' | 'over' | 'noLink';
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

/** Returns a function: what a meeting that opens in a tab says about itself. */
export function useMeetingStatement(): (meeting: Meeting) => MeetingStatement {
  const { t } = useTexts();
  const beginText = useBeginText();
  const timeFormat = useTimeFormat();
  return ({ phase, provider, isHost, hasLink }) => {
    if (phase.kind === 'over') {
      const { endedAt } = phase;
      const key = endedAt !== undefined && isToday(endedAt) ? 'endedAt' : 'endedOn';
      const text = endedAt === undefined ? undefined : t(key, { time: timeFormat(endedAt).format(endedAt) });
      return { kind: 'over', title: t('over'), text, line: t('over') };
    }
    if (phase.kind === 'before') {
      const title = beginText(phase);
      return { kind: 'before', title, text: t('wait', { provider }), line: title };
    }
    if (!hasLink)
      return { kind: 'noLink', title: t('noLinkTitle'), text: t('noLinkText'), line: t('noLinkTitle') };
    const line = t('with', { provider });
    if (isHost) return { kind: 'open', title: t('hostTitle'), text: t('hostText', { provider }), line };
    const { endsAt } = phase;
    const text =
      endsAt === undefined
        ? t('joinText', { provider })
        : t('joinUntilText', { provider, time: timeFormat(endsAt).format(endsAt) });
    return { kind: 'open', title: t('joinTitle'), text, line };
  };
}

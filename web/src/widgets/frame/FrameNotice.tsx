import arrowClockwise from '@phosphor-icons/core/regular/arrow-clockwise.svg?raw';
import browser from '@phosphor-icons/core/regular/browser.svg?raw';
import hourglass from '@phosphor-icons/core/regular/hourglass-high.svg?raw';
import type { ReactNode } from 'react';
import { isTalking, useAudioSessions } from '../../platform/playback/audioSessions.ts';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Button } from '../../ui/Button.tsx';
import { Statement } from '../../ui/Statement.tsx';
import type { Presentation } from '../registry/widgetProps.ts';
import { hostOf } from '../host/hostOf.ts';
import { OpenInNewTab } from '../host/OpenInNewTab.tsx';
import { useTexts } from './useTexts.ts';

interface RefusedNoticeProps {
  readonly address: string;
  readonly presentation: Presentation;
}

/** The website of this address cannot be shown in a frame. */
export function RefusedNotice({ address, presentation }: RefusedNoticeProps) {
  const { t } = useTexts();
  if (presentation === 'embedded') {
    return (
      <div className="island grid size-full place-items-center rounded-field">
        <OpenInNewTab href={address} />
      </div>
    );
  }
  return (
    <div data-panel-statement>
      <Statement
        svg={browser}
        level={3}
        title={t('refused.title')}
        text={t('refused.text', { host: hostOf(address) })}
        action={<OpenInNewTab href={address} />}
      />
    </div>
  );
}

/** The page is isolated for a Zoom meeting, and such a page cannot show frames of other websites (COI-03). */
export function IsolatedNotice({ address }: { readonly address: string }) {
  const { t } = useTexts();
  return (
    <NoticeBox>
      <Statement
        svg={browser}
        level={3}
        title={t('isolated.title')}
        text={t('isolated.text', { host: hostOf(address) })}
        action={<OpenInNewTab href={address} />}
      />
    </NoticeBox>
  );
}

/** What a widget says in place of content that has not loaded. */
export interface SlowTexts {
  readonly title: string;
  readonly text: string;
}

interface SlowNoticeProps {
  readonly address: string;
  readonly texts: SlowTexts | undefined;
  readonly onRetry: () => void;
}

/** The website has not answered yet. */
export function SlowNotice({ address, texts, onRetry }: SlowNoticeProps) {
  const { t } = useTexts();
  const { t: common } = useTranslation('widgets');
  return (
    <NoticeBox>
      <Statement
        svg={hourglass}
        level={3}
        title={texts?.title ?? t('slow.title')}
        text={texts?.text ?? t('slow.text', { host: hostOf(address) })}
        action={<Button onClick={onRetry}>{common('failed.again')}</Button>}
      />
    </NoticeBox>
  );
}

/**
 * The content was published after this page was loaded, whose policy does not allow its host. In a call or
 * meeting there is no button: a reload would end it.
 */
export function PolicyNotice() {
  const { t } = useTexts();
  const canReload = !useAudioSessions(isTalking);
  return (
    <NoticeBox>
      <Statement
        svg={arrowClockwise}
        level={3}
        title={t('added.title')}
        text={t('added.text')}
        action={canReload && <Button onClick={() => location.reload()}>{t('added.reload')}</Button>}
      />
    </NoticeBox>
  );
}

/** In the middle of the frame's box, and scrollable in a small one. */
const NoticeBox = ({ children }: { readonly children: ReactNode }) => (
  <div className="island pointer-events-auto grid size-full place-items-center overflow-y-auto rounded-card">
    {children}
  </div>
);

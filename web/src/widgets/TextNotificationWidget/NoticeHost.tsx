import type { AreaView } from '@foyer/contract';
import { useEffect, useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { useLocalized } from '../../platform/i18n/useLanguage.ts';
import { logError } from '../../platform/log.ts';
import { useMedia } from '../../platform/media.ts';
import { useOpenedWidget } from '../../platform/navigation/areaNavigation.ts';
import { useCoversPicture } from '../../platform/pictureCover.ts';
import { RichText } from '../../platform/richText/RichText.tsx';
import { useUi } from '../../platform/state/ui.ts';
import { useVenueSession } from '../../platform/state/venue.ts';
import type { AreaContext } from '../../extensions/area.ts';
import { Button } from '../../ui/Button.tsx';
import { createShownNotice, hideNotice, showNextNotice } from './shownNotice.ts';
import { useNotices, useNoticeTitle, type Notice } from './notices.ts';
import { useTexts } from './useTexts.ts';
import { WidgetBoundary } from '../host/WidgetBoundary.tsx';
import { markSeen } from '../registry/widgetSeen.ts';
import styles from './notice.module.css';

const Nothing = (): ReactNode => null;

interface NoticesProps extends AreaContext {
  /**
   * `picture`: over the picture, beside its center. `text`: in the flow of the text view, where it covers nothing.
   */
  readonly place: AreaView;
}

/** Shows a notice of an area automatically, if one is due. One host per area page. */
function NoticeHost({ area, place }: NoticesProps) {
  return (
    <WidgetBoundary
      presentation="panel"
      Fallback={Nothing}
      report={(error) => logError('WIDGET', `the notices of ${area.id} failed`, error)}
    >
      <Notices key={area.id} area={area} place={place} />
    </WidgetBoundary>
  );
}

export const PictureNotices = ({ area }: AreaContext) => <NoticeHost area={area} place="picture" />;
export const TextNotices = ({ area }: AreaContext) => <NoticeHost area={area} place="text" />;

function Notices({ area, place }: NoticesProps) {
  const notices = useNotices(area);
  const session = useVenueSession();
  const shownKey = useStore(session.get(createShownNotice), (state) => state.shownKey);
  // A low screen has no room for a notice beside the doors and the dock: there, the dock announces it.
  const hasRoom = !useMedia('low') || place === 'text';
  const isFree = useOpenedWidget() === undefined && hasRoom;
  useEffect(() => {
    if (isFree) showNextNotice(session, notices);
  }, [isFree, session, notices]);
  useEffect(() => () => hideNotice(session), [session]);
  // A notice that has ended disappears; one that has changed stays, with its new text.
  const shown = isFree ? notices.find(({ key }) => key === shownKey) : undefined;
  const { key, version } = shown ?? {};
  useEffect(() => {
    if (key !== undefined && version !== undefined) markSeen(key, version);
  }, [key, version]);
  return shown && <NoticePanel notice={shown} place={place} onClose={() => hideNotice(session)} />;
}

interface NoticePanelProps {
  readonly notice: Notice;
  readonly place: AreaView;
  readonly onClose: () => void;
}

/** A panel that does not take the focus. Escape closes it. */
function NoticePanel({ notice: { active }, place, onClose }: NoticePanelProps) {
  const { t } = useTexts();
  const titleOf = useNoticeTitle();
  const localized = useLocalized();
  const titleId = useId();
  const title = titleOf(active);
  useEscape(onClose);
  const panel = useRef<HTMLElement>(null);
  useCoversPicture(panel);
  return (
    <section
      ref={panel}
      aria-labelledby={titleId}
      className={`${styles.notice} ${
        place === 'picture' ? `${styles.beside} panel` : 'mt-7 border border-line bg-raised'
      }`}
      data-notice={active.widget.id}
    >
      <p role="status" className="sr-only">
        {t('announce', { title })}
      </p>
      <h2 id={titleId} dir="auto" className="title-font text-panel text-start">
        {title}
      </h2>
      <div>
        <RichText html={localized(active.configuration.texts)} />
      </div>
      <footer>
        <Button onClick={onClose}>{t('understood')}</Button>
      </footer>
    </section>
  );
}

/**
 * Closes on Escape wherever the focus is, from the first frame on, unless an element has handled the key or a dialog
 * is open.
 */
function useEscape(close: () => void): void {
  useLayoutEffect(() => {
    const onKeyDown = ({ key, defaultPrevented }: KeyboardEvent): void => {
      if (key === 'Escape' && !defaultPrevented && useUi.getState().activeDialogStack.length === 0) close();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [close]);
}

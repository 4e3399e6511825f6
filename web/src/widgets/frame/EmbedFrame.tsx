/** A page of another website in a frame, with what a user needs around it. Shown only once its providers are accepted. */
import arrowsOut from '@phosphor-icons/core/regular/arrows-out-simple.svg?raw';
import { useEffect, useEffectEvent, useRef, useState, type PropsWithChildren } from 'react';
import { Icon } from '../../platform/icons/Icon.tsx';
import { useElementSize } from '../../platform/useElementSize.ts';
import { isBlockedByIsolation } from '../../platform/venue/isolation.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { PanelAside } from '../panel/panelAside.tsx';
import type { Presentation } from '../registry/widgetProps.ts';
import styles from './embedFrame.module.css';
import { IsolatedNotice, PolicyNotice, SlowNotice, type SlowTexts } from './FrameNotice.tsx';
import { moveFocusOutOf } from '../host/moveFocusOutOf.ts';
import { OpenInNewTab } from '../host/OpenInNewTab.tsx';
import { useFrameLoading, useReloads } from './useFrameLoading.ts';
import { useTexts } from './useTexts.ts';

export interface EmbedFrameProps {
  /** What the frame loads. */
  readonly url: string;
  /** What "Open in new tab" opens. */
  readonly address: string;
  /** The title of the frame. */
  readonly name: string;
  readonly sandbox: string;
  /** Browser features. */
  readonly permissions: readonly string[];
  readonly presentation: Presentation;
  /** The shape in a panel: all available space, or 16:9. */
  readonly shape?: 'page' | 'film';
  /**
   * What is said while the website does not answer, which is then requested again automatically. By default, that it takes long:
   * another request would begin a meeting or a film from the start.
   */
  readonly slowTexts?: SlowTexts | undefined;
  /** Opens the panel of an embedded frame. */
  readonly open: () => void;
  /** For a player that controls the frame; called with null when it is removed. */
  readonly onFrame?: (frame: HTMLIFrameElement | null) => void;
  /** The content is shown. */
  readonly onShow?: () => void;
}

export function EmbedFrame(props: EmbedFrameProps) {
  const { url, address, presentation, shape = 'page' } = props;
  const [attempt, setAttempt] = useState(0);
  const retry = (): void => {
    // The button is removed with its notice.
    moveFocusOutOf(document.activeElement);
    setAttempt((count) => count + 1);
  };
  const frame = <Frame key={`${url} ${attempt}`} {...props} onRetry={retry} />;
  if (presentation === 'panel') {
    return (
      <>
        <PanelAside>
          <OpenInNewTab href={address} kind="tool" />
        </PanelAside>
        <div className={styles.frame} data-shape={shape}>
          {frame}
        </div>
      </>
    );
  }
  return <EmbeddedFrame {...props}>{frame}</EmbeddedFrame>;
}

/** Pixels. In a smaller box nothing of a page can be read; a button opens it in a panel. */
const smallestBox = { width: 240, height: 180 };

/** The box of content in the picture, with the ways to see it large. */
export function EmbeddedFrame({
  address,
  name,
  open,
  children,
}: Pick<EmbedFrameProps, 'address' | 'name' | 'open'> & PropsWithChildren) {
  const { t } = useTexts();
  const { ref, size } = useElementSize();
  const fits = size !== undefined && size.width >= smallestBox.width && size.height >= smallestBox.height;
  // A frame stays when its box shrinks: removing it would lose what the user has done in it.
  const [isLarge, setIsLarge] = useState(false);
  if (fits && !isLarge) setIsLarge(true);
  return (
    <div ref={ref} className="island flex size-full flex-col overflow-hidden rounded-field">
      {isLarge && (
        <>
          <div className="min-h-0 flex-1">{children}</div>
          <div className="flex shrink-0 justify-end px-1">
            <IconButton
              svg={arrowsOut}
              label={t('enlarge', { name })}
              aria-haspopup="dialog"
              onClick={open}
            />
            <OpenInNewTab href={address} kind="icon" />
          </div>
        </>
      )}
      {size && !isLarge && (
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={open}
          className="press flex size-full min-h-11 flex-wrap content-center items-center justify-center gap-2 rounded-field px-3 text-caption"
        >
          <Icon svg={arrowsOut} size={18} />
          <span className="min-w-0 [overflow-wrap:anywhere]">{name}</span>
        </button>
      )}
    </div>
  );
}

type FrameProps = Omit<EmbedFrameProps, 'presentation' | 'open' | 'sandbox'> & {
  /** Undefined for a page of this server. */
  readonly sandbox: string | undefined;
  readonly onRetry: () => void;
};

/** The frame alone, which fills its box, with its loading states. */
export function Frame(props: FrameProps) {
  const { url, address, name, sandbox, permissions, shape, slowTexts, onFrame, onRetry } = props;
  const { t } = useTexts();
  const { state, onLoad } = useFrameLoading(url);
  const reloads = useReloads(slowTexts !== undefined && state === 'slow');
  const end = useRef<HTMLSpanElement>(null);
  const onShow = useEffectEvent(() => props.onShow?.());
  useEffect(() => {
    if (state === 'loaded') onShow();
  }, [state]);
  const isIsolated = isBlockedByIsolation(url);
  return (
    <div className="relative size-full">
      {!isIsolated && state !== 'blocked' && (
        <>
          {/* A frame may contain any number of elements that take the focus. */}
          <button
            type="button"
            className="focus-contrast sr-only rounded-mark bg-secondary px-4 py-2 text-on-secondary focus:not-sr-only focus:absolute focus:start-3 focus:top-3 focus:z-1"
            onClick={() => end.current?.focus()}
          >
            {t('skip', { name })}
          </button>
          <iframe
            key={reloads}
            ref={onFrame}
            src={url}
            title={name}
            sandbox={sandbox}
            allow={permissions.join('; ')}
            // The page's own policy sends no referrer, but providers decide by it on which websites they may be shown.
            referrerPolicy="strict-origin-when-cross-origin"
            onLoad={onLoad}
            className={`block size-full rounded-card border-0 ${shape === 'film' ? 'bg-ground' : 'bg-white'}`}
          />
          <span ref={end} tabIndex={-1} />
          {state === 'loading' && (
            <Skeleton
              // The light placeholder of a dark venue would be invisible on white.
              className={`pointer-events-none absolute inset-0 rounded-card ${shape === 'film' ? '' : '[--ink-rgb:0_0_0]'}`}
            />
          )}
        </>
      )}
      {/* There before its text, so that screen readers announce it. */}
      <div role="status" className="pointer-events-none absolute inset-0">
        {isIsolated && <IsolatedNotice address={address} />}
        {!isIsolated && state === 'blocked' && <PolicyNotice />}
        {!isIsolated && state === 'slow' && (
          <SlowNotice address={address} texts={slowTexts} onRetry={onRetry} />
        )}
      </div>
    </div>
  );
}

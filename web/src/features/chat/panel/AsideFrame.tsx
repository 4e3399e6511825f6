import arrowLeft from '@phosphor-icons/core/regular/arrow-left.svg?raw';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { createChatView } from '../model/view.ts';
import { useVisit } from '../../../platform/visit/VisitProvider.tsx';

export interface AsideFrameProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** The frame of an aside, which is shown in place of the open room: title, back button and content. */
export function AsideFrame({ title, children }: AsideFrameProps) {
  const view = useVisit().get(createChatView);
  const { t } = useTranslation('chat');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Unless a field of the aside has taken the focus.
    if (!heading.current?.closest('section')?.contains(document.activeElement)) heading.current?.focus();
  }, []);
  return (
    <section aria-label={title} className="relative flex min-h-0 min-w-0 flex-1 flex-col">
      <div data-panel-head className="flex shrink-0 items-center gap-2 px-3 pt-3 pb-2">
        <IconButton svg={arrowLeft} mirror label={t('back')} onClick={view.closeAside} className="bg-ink/6" />
        <h2 ref={heading} tabIndex={-1} className="title-font min-w-0 flex-1 truncate text-panel">
          {title}
        </h2>
      </div>
      {children}
    </section>
  );
}

/** Below the content of an aside that scrolls: its button and what went wrong. */
export function AsideFooter({ children }: Pick<AsideFrameProps, 'children'>) {
  return <div className="flex shrink-0 flex-col gap-2 border-t border-line px-6 pt-3 pb-5">{children}</div>;
}

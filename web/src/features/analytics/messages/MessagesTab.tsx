/** The messages that browsers have logged, for administrators (ERROR-10). */
import checkIcon from '@phosphor-icons/core/regular/check-circle.svg?raw';
import funnelIcon from '@phosphor-icons/core/regular/funnel-simple.svg?raw';
import cloudSlash from '@phosphor-icons/core/regular/cloud-slash.svg?raw';
import { capturedMessageRetentionDays } from '@foyer/contract/limits';
import { useEffect, useRef, useState } from 'react';
import { useNumberFormat } from '../../../platform/i18n/useNumberFormat.ts';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { Button } from '../../../ui/Button.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Statement } from '../../../ui/Statement.tsx';
import { MessageFilters } from './MessageFilters.tsx';
import { MessageRow } from './MessageRow.tsx';
import { useMessages, type MessageFilter, type MessagesState } from './useMessages.ts';

const noFilter: MessageFilter = {};
const skeletonRows = 6;

function MessageList({ state, onClear }: { readonly state: MessagesState; readonly onClear?: () => void }) {
  const { t } = useTranslation('analytics');
  const { t: shell } = useTranslation();
  const { messages, isLoading, hasFailed, hasMore, loadMore, reload } = state;
  if (messages.length === 0 && isLoading)
    return (
      <div role="status" aria-label={shell('common.loading')} className="flex flex-col gap-2">
        {Array.from({ length: skeletonRows }, (_, row) => (
          <Skeleton key={row} className="h-22 rounded-tile" />
        ))}
      </div>
    );
  if (messages.length === 0 && hasFailed)
    return (
      <Statement
        svg={cloudSlash}
        tone="danger"
        title={t('messages.failed')}
        text={t('messages.failedText')}
        action={<Button onClick={reload}>{shell('common.tryNow')}</Button>}
      />
    );
  if (messages.length === 0 && onClear)
    return (
      <Statement
        svg={funnelIcon}
        title={t('messages.noneFound')}
        text={t('messages.noneFoundText')}
        action={<Button onClick={onClear}>{t('messages.clear')}</Button>}
      />
    );
  if (messages.length === 0)
    return <Statement svg={checkIcon} title={t('messages.none')} text={t('messages.noneText')} />;
  return (
    <>
      <ol aria-label={t('messages.title')} aria-busy={isLoading || undefined} className="flex flex-col gap-2">
        {messages.map((message) => (
          <li key={message.id}>
            <MessageRow message={message} />
          </li>
        ))}
      </ol>
      {hasFailed && (
        <p role="alert" className="text-caption text-danger">
          {t('messages.moreFailed')}
        </p>
      )}
      {hasMore && (
        <Button className="self-center print:hidden" busy={isLoading} onClick={() => isLoading || loadMore()}>
          {t('messages.more')}
        </Button>
      )}
    </>
  );
}

export function MessagesTab() {
  const { t } = useTranslation('analytics');
  const number = useNumberFormat();
  const [filter, setFilter] = useState(noFilter);
  /** Empties the fields when the filter is removed. */
  const [cleared, setCleared] = useState(0);
  const filters = useRef<HTMLFormElement>(null);
  // The button that removes the filters goes with them, and would take the focus along.
  useEffect(() => {
    if (cleared > 0) filters.current?.querySelector('select')?.focus();
  }, [cleared]);
  const state = useMessages(filter);
  const { lastPage, reload, isLoading } = state;
  const clear = (): void => {
    setFilter(noFilter);
    setCleared(cleared + 1);
  };
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <div className="flex flex-col gap-6">
      <p className="max-w-160 text-ink-2">{t('messages.intro', { days: capturedMessageRetentionDays })}</p>
      <MessageFilters
        key={cleared}
        ref={filters}
        filter={filter}
        onChange={setFilter}
        found={lastPage?.found}
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-caption text-ink-2">
          {lastPage && lastPage.dropped > 0
            ? t('messages.dropped', { count: lastPage.dropped, number: number(lastPage.dropped) })
            : ''}
        </p>
        <Button kind="quiet" size="small" className="print:hidden" onClick={() => isLoading || reload()}>
          {t('messages.reload')}
        </Button>
      </div>
      <MessageList state={state} {...(isFiltered && { onClear: clear })} />
    </div>
  );
}

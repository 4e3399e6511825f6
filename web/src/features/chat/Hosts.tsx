/** For hosts: the reports that wait for an answer, those that had one, and who did what. */
import shield from '@phosphor-icons/core/regular/shield-check.svg?raw';
import { closeChatReport, type ChatAction, type ChatReport } from '@foyer/contract';
import { useState, type ReactNode } from 'react';
import { call } from '../../platform/api/client.ts';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { showSnackbar } from '../../platform/snackbars.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Statement } from '../../ui/Statement.tsx';
import { AsideFrame } from './AsideFrame.tsx';
import { MessageText } from './MessageText.tsx';
import { askAbout } from './questions.ts';
import { useChatWords, useTimes } from './useChatWords.ts';
import { loadActions, loadReports, usePaged, type Paged } from './useHostLists.ts';

function useWhen(): (at: number) => string {
  const { day, clock } = useTimes();
  return (at) => `${day(at)}, ${clock(at)}`;
}

function Report({ report, onClosed }: { readonly report: ChatReport; readonly onClosed: () => void }) {
  const { t } = useTranslation('chat');
  const { personName, roomName } = useChatWords();
  const when = useWhen();
  const [busy, setBusy] = useState(false);
  const { id, author, reporter, reason, message, room, at, closed } = report;
  const close = async (outcome: 'kept' | 'deleted'): Promise<void> => {
    setBusy(true);
    try {
      await call(closeChatReport, { params: { reportId: id }, body: { outcome }, report: 'console' });
      onClosed();
    } catch {
      showSnackbar(t('notDone'), { tone: 'warning' });
      setBusy(false);
    }
  };
  const place = roomName({ id: '', lastSeq: 0, readSeq: 0, unread: 0, ...room });
  return (
    <li className="host-card">
      <p className="text-caption text-ink-2">
        {t('hosts.reported', { name: personName(reporter), place, when: when(at) })}
      </p>
      <p className="mt-1">
        <span className="text-ink-2">{t('hosts.reason')}</span> <bdi>{reason}</bdi>
      </p>
      <blockquote className="host-quote">
        <bdi className="block text-caption font-strong">{personName(author)}</bdi>
        {message.deleted ? (
          <span className="text-ink-2 italic">{t('message.deleted')}</span>
        ) : (
          <MessageText text={message.text || (message.upload?.name ?? '')} names={[]} />
        )}
      </blockquote>
      {closed ? (
        <p className="mt-2 text-caption text-ink-2">
          {t(`hosts.outcome.${closed.outcome}`, { name: personName(closed.by), when: when(closed.at) })}
        </p>
      ) : (
        <div className="mt-3 flex flex-wrap gap-2">
          <Button size="small" busy={busy} onClick={() => void close('deleted')}>
            {t('hosts.delete')}
          </Button>
          <Button size="small" kind="quiet" busy={busy} onClick={() => void close('kept')}>
            {t('hosts.keep')}
          </Button>
          <Button
            size="small"
            kind="quiet"
            onClick={() => askAbout({ kind: 'silence', uid: author.uid, name: personName(author) })}
          >
            {t('hosts.silence')}
          </Button>
        </div>
      )}
    </li>
  );
}

function Action({ action }: { readonly action: ChatAction }) {
  const { t } = useTranslation('chat');
  const { personName } = useChatWords();
  const when = useWhen();
  const { kind, host, person, text, at, until } = action;
  return (
    <li className="host-card">
      <p>
        {t(`hosts.did.${kind}`, { host: personName(host), name: person ? personName(person) : '' })}
        {kind === 'silenced' && until !== undefined && ` ${t('hosts.until', { when: when(until) })}`}
      </p>
      {text !== undefined && text !== '' && (
        <blockquote className="host-quote">
          <MessageText text={text} names={[]} />
        </blockquote>
      )}
      <p className="mt-1 text-caption text-ink-2">{when(at)}</p>
    </li>
  );
}

interface ListProps<Item> {
  readonly list: Paged<Item>;
  readonly none: string;
  readonly children: (item: Item) => ReactNode;
}

function HostList<Item>({ list, none, children }: ListProps<Item>) {
  const { t } = useTranslation('chat');
  if (list.status === 'failed') {
    return (
      <Statement
        svg={shield}
        level={3}
        title={t('hosts.failed')}
        action={<Button onClick={list.again}>{t('tryAgain')}</Button>}
      />
    );
  }
  if (list.status === 'loading' && list.items.length === 0) return <Skeleton className="h-24" />;
  if (list.items.length === 0) return <Statement svg={shield} level={3} title={none} />;
  return (
    <>
      <ul className="flex flex-col gap-3">{list.items.map(children)}</ul>
      {list.more && (
        <Button kind="text" onClick={list.readOn} className="mt-2 w-full">
          {t('more')}
        </Button>
      )}
    </>
  );
}

function Reports({ state }: { readonly state: 'open' | 'closed' }) {
  const { t } = useTranslation('chat');
  const list = usePaged(loadReports[state]);
  return (
    <HostList list={list} none={t(state === 'open' ? 'hosts.noneOpen' : 'hosts.noneClosed')}>
      {(report) => <Report key={report.id} report={report} onClosed={() => list.remove(report.id)} />}
    </HostList>
  );
}

function Actions() {
  const { t } = useTranslation('chat');
  const list = usePaged(loadActions);
  return (
    <HostList list={list} none={t('hosts.noneDone')}>
      {(action) => <Action key={action.id} action={action} />}
    </HostList>
  );
}

const views = ['open', 'closed', 'actions'] as const;

export function Hosts() {
  const { t } = useTranslation('chat');
  const [view, setView] = useState<(typeof views)[number]>('open');
  return (
    <AsideFrame title={t('hosts.title')}>
      <div role="group" aria-label={t('hosts.title')} className="flex shrink-0 flex-wrap gap-2 px-6 pb-3">
        {views.map((each) => (
          <Chip key={each} pressed={view === each} onPressedChange={() => setView(each)}>
            {t(`hosts.views.${each}`)}
          </Chip>
        ))}
      </div>
      <div className="chat-scroller min-h-0 flex-1 px-6 pb-6">
        {view === 'actions' ? <Actions /> : <Reports key={view} state={view} />}
      </div>
    </AsideFrame>
  );
}

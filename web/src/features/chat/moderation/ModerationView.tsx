/** For hosts: open and resolved reports, and the moderation log. */
import shield from '@phosphor-icons/core/regular/shield-check.svg?raw';
import {
  closeChatReport,
  addChatMembers,
  type ModerationLogEntry,
  type ChatReport,
  type ChatRoomPlace,
  type ChatUser,
} from '@foyer/contract';
import { useRef, useState, type ReactNode } from 'react';
import { call } from '../../../platform/api/client.ts';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { AreaLink } from '../../../platform/navigation/AreaLink.tsx';
import { useShowSnackbar } from '../../../platform/snackbars.ts';
import { useVenue } from '../../../platform/state/venue.ts';
import { useServerTime } from '../../../platform/time/serverTime.ts';
import { Button } from '../../../ui/Button.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Statement } from '../../../ui/Statement.tsx';
import { AsideFrame } from '../panel/AsideFrame.tsx';
import { MessageText } from '../message/MessageText.tsx';
import { messageNoun } from '../message/messageNoun.ts';
import { useChatNames } from '../names/useChatNames.ts';
import { useTimes } from '../names/useTimes.ts';
import { useOwnId } from '../useOwnId.ts';
import { unmute, useIsMuted } from './mutes.ts';
import { loadLog, loadReports, usePagedList, type PagedList } from './usePagedList.ts';
import { placeInVenue } from '../model/placeInVenue.ts';
import { keyOfPlace } from '../posts/model/postsState.ts';
import { useChat, useChatModel } from '../useChat.ts';
import { createChatView } from '../model/view.ts';
import type { MessageTarget, ModerationTab } from '../model/viewState.ts';
import { createRealtime, type Realtime } from '../../../platform/realtime/realtime.ts';
import { useVisit } from '../../../platform/visit/VisitProvider.tsx';
import listStyles from '../panel/chatList.module.css';
import styles from './moderation.module.css';

const emptyRoom = { id: '', lastSeq: 0, readSeq: 0, unreadCount: 0 };

function MuteButton({ user }: { readonly user: ChatUser }) {
  const visit = useVisit();
  const { t } = useTranslation('chat');
  const { userName } = useChatNames();
  const showSnackbar = useShowSnackbar();
  const isMuted = useIsMuted(user.uid);
  const [busy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    if (!isMuted) {
      visit.get(createChatView).openDialog({ kind: 'mute', uid: user.uid, name: userName(user) });
      return;
    }
    setBusy(true);
    await unmute(visit.get(createRealtime), user.uid).catch(() =>
      showSnackbar(t('actionFailed'), { tone: 'warning' }),
    );
    setBusy(false);
  };
  return (
    <Button size="small" kind="quiet" busy={busy} onClick={() => void run()}>
      {t(isMuted ? 'mute.end' : 'moderation.mute')}
    </Button>
  );
}

interface PlaceLinkProps {
  readonly place: ChatRoomPlace;
  readonly name: string;
  /** The message that is scrolled to. */
  readonly target?: MessageTarget;
}

/** Leads to the card or the wall of a message, if a widget shows it now. */
function PlaceLink({ place, name, target }: PlaceLinkProps) {
  const view = useVisit().get(createChatView);
  const { t } = useTranslation('chat');
  const architecture = useVenue((state) => state.architecture);
  const { minimize } = useChatModel();
  const time = useServerTime();
  const found = architecture && placeInVenue(architecture, place, time);
  if (!found?.isShown) return null;
  const { areaId, widgetId, card } = found;
  const open = (): void => {
    // The panel would cover what it opens.
    minimize();
    if (target) view.showPost(target);
  };
  return (
    <AreaLink
      areaId={areaId}
      widgetId={widgetId}
      part={{ card }}
      onClick={open}
      aria-label={t('moderation.openPlaceNamed', { name })}
      className="target rounded-mark font-strong text-ink underline underline-offset-4"
    >
      {t('moderation.openPlace')}
    </AreaLink>
  );
}

function Report({ report, onClosed }: { readonly report: ChatReport; readonly onClosed: () => void }) {
  const { t } = useTranslation('chat');
  const { userName, roomName } = useChatNames();
  const { moment: when } = useTimes();
  const ownId = useOwnId();
  const showSnackbar = useShowSnackbar();
  const [busy, setBusy] = useState(false);
  const { id, author, reporter, reason, message, roomId, room, at, closed } = report;
  const noun = messageNoun(room);
  const close = async (outcome: 'kept' | 'deleted'): Promise<void> => {
    setBusy(true);
    try {
      await call(closeChatReport, { params: { reportId: id }, body: { outcome }, report: 'console' });
      onClosed();
    } catch {
      showSnackbar(t('actionFailed'), { tone: 'warning' });
      setBusy(false);
    }
  };
  const place = roomName({ ...emptyRoom, ...room });
  return (
    <li className={styles.card}>
      <p className="text-caption text-ink-2">
        {t('moderation.reported', { name: userName(reporter), place, when: when(at) })}{' '}
        <PlaceLink
          place={room}
          name={place}
          target={{ roomId, seq: message.seq, replyTo: message.replyTo, placeKey: keyOfPlace(room) }}
        />
      </p>
      <p className="mt-1">
        <span className="text-ink-2">{t('moderation.reason')}</span> <bdi>{reason}</bdi>
      </p>
      <blockquote className={styles.quote}>
        <bdi className="block text-caption font-strong">{userName(author)}</bdi>
        {message.deletedBy ? (
          <span className="text-ink-2 italic">{t(`${noun}.deleted`)}</span>
        ) : (
          <MessageText text={message.text || (message.upload?.name ?? '')} names={[]} />
        )}
      </blockquote>
      {closed && (
        <p className="mt-2 text-caption text-ink-2">
          {t(`moderation.${noun}.outcome.${closed.outcome}`, {
            name: userName(closed.by),
            when: when(closed.at),
          })}
        </p>
      )}
      {!closed && author.uid === ownId && (
        <p className="mt-2 text-caption text-ink-2">{t(`moderation.${noun}.own`)}</p>
      )}
      {!closed && (
        <div className="mt-3 flex flex-wrap gap-2">
          <Button size="small" busy={busy} onClick={() => void close('deleted')}>
            {t(`moderation.${noun}.delete`)}
          </Button>
          {author.uid !== ownId && (
            <>
              <Button size="small" kind="quiet" busy={busy} onClick={() => void close('kept')}>
                {t(`moderation.${noun}.keep`)}
              </Button>
              <MuteButton user={author} />
            </>
          )}
        </div>
      )}
    </li>
  );
}

/** The action that reverts an entry of the moderation log; undefined if it is no longer in effect. */
function undoFor(realtime: Realtime, { kind, user, roomId, inEffect }: ModerationLogEntry) {
  if (!inEffect || !user) return undefined;
  const { uid } = user;
  if (kind === 'muted')
    return {
      label: 'mute.end',
      run: () => unmute(realtime, uid),
    } as const;
  if (kind !== 'removed' || roomId === undefined) return undefined;
  return {
    label: 'moderation.readmit',
    run: () => realtime.sendCommand(addChatMembers, { roomId, userIds: [uid] }),
  } as const;
}

const actionsInRoom = ['deleted', 'removed', 'readmitted', 'reportKept', 'reportDeleted'] as const;
type ActionInRoom = (typeof actionsInRoom)[number];

/** Whether the text of an action has a word for the room or its messages. */
const isInRoom = (kind: ModerationLogEntry['kind']): kind is ActionInRoom =>
  actionsInRoom.some((each) => each === kind);

interface LogEntryProps {
  readonly entry: ModerationLogEntry;
  readonly onUndone: () => void;
}

function LogEntry({ entry, onUndone }: LogEntryProps) {
  const { t } = useTranslation('chat');
  const { userName, roomName } = useChatNames();
  const { moment: when } = useTimes();
  const showSnackbar = useShowSnackbar();
  const card = useRef<HTMLLIElement>(null);
  const [busy, setBusy] = useState(false);
  const { kind, host, user, text, at, mutedUntil, room } = entry;
  const undo = undoFor(useVisit().get(createRealtime), entry);
  const runUndo = async (): Promise<void> => {
    setBusy(true);
    try {
      await undo?.run();
      // The button disappears, so keep the focus on the card.
      card.current?.focus();
      onUndone();
    } catch {
      showSnackbar(t('actionFailed'), { tone: 'warning' });
    }
    setBusy(false);
  };
  const place = room && { ...room, name: roomName({ ...emptyRoom, ...room }) };
  return (
    <li ref={card} tabIndex={-1} className={styles.card}>
      <p>
        {t(isInRoom(kind) ? `${messageNoun(room)}.log.${kind}` : `moderation.actionTexts.${kind}`, {
          host: userName(host),
          name: user ? userName(user) : '',
        })}
        {kind === 'muted' &&
          mutedUntil !== undefined &&
          ` ${t('moderation.until', { when: when(mutedUntil) })}`}
      </p>
      {text !== undefined && text !== '' && (
        <blockquote className={styles.quote}>
          <MessageText text={text} names={[]} />
        </blockquote>
      )}
      <p className="mt-1 text-caption text-ink-2">
        {place && (
          <>
            <bdi>{place.name}</bdi>
            {t('comma')}
          </>
        )}
        {when(at)}
        {place && (
          <>
            {' '}
            <PlaceLink place={place} name={place.name} />
          </>
        )}
      </p>
      {undo && (
        <Button size="small" busy={busy} onClick={() => void runUndo()} className="mt-3">
          {t(undo.label)}
        </Button>
      )}
    </li>
  );
}

interface ListProps<Item> {
  readonly list: PagedList<Item>;
  readonly emptyText: string;
  readonly children: (item: Item) => ReactNode;
}

function PagedItems<Item>({ list, emptyText, children }: ListProps<Item>) {
  const { t } = useTranslation('chat');
  if (list.status === 'failed') {
    return (
      <Statement
        svg={shield}
        level={3}
        title={t('moderation.failed')}
        action={<Button onClick={list.reload}>{t('tryAgain')}</Button>}
      />
    );
  }
  if (list.status === 'loading' && list.items.length === 0) return <Skeleton className="h-24" />;
  if (list.items.length === 0) return <Statement svg={shield} level={3} title={emptyText} />;
  return (
    <>
      <ul className="flex flex-col gap-3">{list.items.map(children)}</ul>
      {list.hasMore && (
        <Button kind="text" onClick={list.loadMore} className="mt-2 w-full">
          {t('more')}
        </Button>
      )}
    </>
  );
}

function Reports({ state }: { readonly state: 'open' | 'closed' }) {
  const { t } = useTranslation('chat');
  const openReportCount = useChat(({ openReports }) => openReports);
  const list = usePagedList(loadReports[state], state === 'open' ? openReportCount : undefined);
  return (
    <PagedItems
      list={list}
      emptyText={t(state === 'open' ? 'moderation.noOpenReports' : 'moderation.noClosedReports')}
    >
      {(report) => <Report key={report.id} report={report} onClosed={() => list.remove(report.id)} />}
    </PagedItems>
  );
}

function ModerationLog() {
  const { t } = useTranslation('chat');
  const list = usePagedList(loadLog);
  return (
    <PagedItems list={list} emptyText={t('moderation.noActions')}>
      {(entry) => <LogEntry key={entry.id} entry={entry} onUndone={list.reload} />}
    </PagedItems>
  );
}

const tabs: readonly ModerationTab[] = ['open', 'closed', 'actions'];

export function ModerationView() {
  const { t } = useTranslation('chat');
  const view = useVisit().get(createChatView);
  const tab = useChat(({ moderationTab }) => moderationTab);
  return (
    <AsideFrame title={t('moderation.title')}>
      <div
        role="group"
        aria-label={t('moderation.title')}
        className="flex shrink-0 flex-wrap gap-2 px-6 pb-3"
      >
        {tabs.map((each) => (
          <Chip key={each} pressed={tab === each} onPressedChange={() => view.showModerationTab(each)}>
            {t(`moderation.views.${each}`)}
          </Chip>
        ))}
      </div>
      <div className={`${listStyles.scroller} min-h-0 flex-1 px-6 pb-6`}>
        {tab === 'actions' ? <ModerationLog /> : <Reports key={tab} state={tab} />}
      </div>
    </AsideFrame>
  );
}

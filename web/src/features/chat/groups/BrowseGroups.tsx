/** The list of groups that any user can join (CHAT-09). */
import users from '@phosphor-icons/core/regular/users-three.svg?raw';
import { joinChatGroup, listChatGroups, type ResultOf } from '@foyer/contract';
import { useEffect, useState } from 'react';
import { Icon } from '../../../platform/icons/Icon.tsx';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { useShowSnackbar } from '../../../platform/snackbars.ts';
import { runAfter } from '../../../platform/time/timers.ts';
import { Button } from '../../../ui/Button.tsx';
import { SearchField } from '../../../ui/SearchField.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { Statement } from '../../../ui/Statement.tsx';
import { AsideFrame } from '../panel/AsideFrame.tsx';
import { moveFocusByArrows } from '../moveFocusByArrows.ts';
import { useIsMounted } from '../useIsMounted.ts';
import { useChatModel } from '../useChat.ts';
import { createChatView } from '../model/view.ts';
import { createRooms } from '../model/rooms.ts';
import { createRealtime } from '../../../platform/realtime/realtime.ts';
import { useVisit } from '../../../platform/visit/VisitProvider.tsx';
import listStyles from '../panel/chatList.module.css';

type Answer = ResultOf<typeof listChatGroups>;
type Group = Answer['groups'][number];

/** Delay of the search after the last typed character. */
const searchDelayMs = 250;

interface GroupResults {
  /** Number of the attempt and search text: identifies the request. */
  readonly requestKey: string;
  readonly search: string;
  readonly groups: readonly Group[];
  readonly hasMore: boolean;
}

function useGroups(search: string) {
  const realtime = useVisit().get(createRealtime);
  const [found, setFound] = useState<GroupResults | 'failed'>();
  const [attempt, setAttempt] = useState(0);
  const requestKey = `${attempt} ${search}`;
  useEffect(() => {
    let isCurrent = true;
    const load = async (): Promise<void> => {
      try {
        const response = await realtime.sendCommand(listChatGroups, {
          ...(search !== '' && { search }),
        });
        if (isCurrent) setFound({ requestKey, search, ...response });
      } catch {
        if (isCurrent) setFound('failed');
      }
    };
    const cancel = runAfter(search === '' ? 0 : searchDelayMs, () => void load());
    return () => {
      isCurrent = false;
      cancel();
    };
  }, [search, requestKey, realtime]);
  const more = async (): Promise<void> => {
    const cursor = found === 'failed' ? undefined : found?.groups.at(-1)?.id;
    if (found === 'failed' || !found || cursor === undefined) return;
    const { search: text } = found;
    const next = await realtime.sendCommand(listChatGroups, {
      ...(text !== '' && { search: text }),
      cursor,
    });
    const all: GroupResults = { ...found, groups: [...found.groups, ...next.groups], hasMore: next.hasMore };
    // Discard the page if another search has started since.
    setFound((now) => (now === found ? all : now));
  };
  return { found, retry: () => setAttempt(attempt + 1), more };
}

function GroupRow({ group }: { readonly group: Group }) {
  const chat = useChatModel();
  const rooms = useVisit().get(createRooms);
  const realtime = useVisit().get(createRealtime);
  const { t } = useTranslation('chat');
  const showSnackbar = useShowSnackbar();
  const [busy, setBusy] = useState(false);
  const isMounted = useIsMounted();
  const openOrJoin = async (): Promise<void> => {
    setBusy(true);
    try {
      if (!group.member) rooms.put((await realtime.sendCommand(joinChatGroup, { roomId: group.id })).room);
      if (isMounted()) chat.open(group.id);
    } catch {
      showSnackbar(t('groups.notJoined', { name: group.name }), { tone: 'warning' });
      setBusy(false);
    }
  };
  return (
    <div className="flex min-h-15 items-center gap-3 px-3">
      <span className="grid size-11 shrink-0 place-items-center rounded-tile bg-ink/10">
        <Icon svg={users} size={22} />
      </span>
      <span className="min-w-0 flex-1">
        <bdi className="block truncate text-name font-strong">{group.name}</bdi>
        <span className="block text-caption text-ink-2">
          {t('members.group', { count: group.memberCount })}
        </span>
      </span>
      <Button
        size="small"
        data-row
        busy={busy}
        aria-label={t(group.member ? 'groups.openNamed' : 'groups.joinNamed', { name: group.name })}
        onClick={() => void openOrJoin()}
      >
        {t(group.member ? 'groups.open' : 'groups.join')}
      </Button>
    </div>
  );
}

function Groups({
  found,
  onRetry,
  onMore,
}: {
  found: GroupResults | 'failed' | undefined;
  onRetry: () => void;
  onMore: () => void;
}) {
  const view = useVisit().get(createChatView);
  const { t } = useTranslation('chat');
  if (found === undefined) return <RowsSkeleton rows={5} label={t('loading')} />;
  if (found === 'failed') {
    return (
      <Statement
        svg={users}
        level={3}
        title={t('groups.failed')}
        action={<Button onClick={onRetry}>{t('tryAgain')}</Button>}
      />
    );
  }
  if (found.groups.length === 0) {
    return (
      <Statement
        svg={users}
        level={3}
        title={t(found.search === '' ? 'groups.none' : 'groups.notFound')}
        action={<Button onClick={() => view.showAside('newGroup')}>{t('newGroup.title')}</Button>}
      />
    );
  }
  return (
    <>
      <ul>
        {found.groups.map((group) => (
          <li key={group.id}>
            <GroupRow group={group} />
          </li>
        ))}
      </ul>
      {found.hasMore && (
        <Button kind="text" onClick={onMore} className="mt-2 w-full">
          {t('more')}
        </Button>
      )}
    </>
  );
}

export function BrowseGroups() {
  const { t } = useTranslation('chat');
  const [typed, setTyped] = useState('');
  const { found, retry, more } = useGroups(typed.trim());
  return (
    <AsideFrame title={t('groups.title')}>
      <div role="presentation" onKeyDown={moveFocusByArrows} className="flex min-h-0 flex-1 flex-col">
        <SearchField
          label={t('groups.search')}
          typed={typed}
          onType={setTyped}
          maxLength={100}
          className="mx-6 mb-2 shrink-0"
        />
        <div className={`${listStyles.scroller} min-h-0 flex-1 px-3 pb-6`}>
          <Groups found={found} onRetry={retry} onMore={() => void more().catch(() => undefined)} />
        </div>
      </div>
    </AsideFrame>
  );
}

/** The list of rooms, with a search for rooms and people, and a menu. */
import dots from '@phosphor-icons/core/regular/dots-three.svg?raw';
import minus from '@phosphor-icons/core/regular/minus.svg?raw';
import notePencil from '@phosphor-icons/core/regular/note-pencil.svg?raw';
import sliders from '@phosphor-icons/core/regular/sliders-horizontal.svg?raw';
import shield from '@phosphor-icons/core/regular/shield-check.svg?raw';
import usersThree from '@phosphor-icons/core/regular/users-three.svg?raw';
import xIcon from '@phosphor-icons/core/regular/x.svg?raw';
import { useState } from 'react';
import { Icon } from '../../../platform/icons/Icon.tsx';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Menu } from '../../../ui/Menu.tsx';
import { SearchField } from '../../../ui/SearchField.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { Statement } from '../../../ui/Statement.tsx';
import { PeopleResults } from '../people/PeopleResults.tsx';
import { minimizeToBar } from '../panel/minimizeToBar.ts';
import { RoomRow } from './RoomRow.tsx';
import { moveFocusByArrows } from '../moveFocusByArrows.ts';
import { useIsGuest, useIsHost } from '../useOwnId.ts';
import { useRoomSections, type RoomSection } from './useRoomSections.ts';
import { useChat, useChatModel } from '../useChat.ts';
import { createChatView } from '../model/view.ts';
import { createChatEngine } from '../model/engine.ts';
import { useVisit } from '../../../platform/visit/VisitProvider.tsx';
import listStyles from '../panel/chatList.module.css';
import panelStyles from '../panel/chatPanel.module.css';
import styles from './chatBadge.module.css';

function ListMenu() {
  const view = useVisit().get(createChatView);
  const { t } = useTranslation('chat');
  const isHost = useIsHost();
  const openReportCount = useChat(({ openReports }) => (isHost ? openReports : 0));
  const isGuest = useIsGuest();
  const entries = [
    ...(isGuest
      ? []
      : [
          {
            key: 'groups',
            label: t('groups.title'),
            icon: <Icon svg={usersThree} size={20} />,
            run: () => view.showAside('groups'),
          },
        ]),
    {
      key: 'settings',
      label: t('settings.title'),
      icon: <Icon svg={sliders} size={20} />,
      run: () => view.showAside('settings'),
    },
    ...(isHost
      ? [
          {
            key: 'moderation',
            label:
              openReportCount > 0 ? `${t('moderation.title')} (${openReportCount})` : t('moderation.title'),
            icon: <Icon svg={shield} size={20} />,
            run: () => view.showAside('moderation'),
          },
        ]
      : []),
  ];
  return (
    <span className="relative">
      <Menu
        label={t('list.more')}
        entries={entries}
        trigger={
          <IconButton
            svg={dots}
            label={
              openReportCount > 0
                ? `${t('list.more')}, ${t('moderation.open', { count: openReportCount })}`
                : t('list.more')
            }
          />
        }
      />
      {openReportCount > 0 && (
        <span
          aria-hidden="true"
          className={`${styles.badge} pointer-events-none absolute -end-1 -top-1 bg-primary text-on-primary`}
        >
          {openReportCount > 99 ? '99+' : openReportCount}
        </span>
      )}
    </span>
  );
}

function ListHeader({ withClose }: { readonly withClose: boolean }) {
  const chat = useChatModel();
  const view = useVisit().get(createChatView);
  const { t } = useTranslation('chat');
  const { t: common } = useTranslation();
  const isGuest = useIsGuest();
  return (
    <div data-panel-head className="flex shrink-0 items-center gap-1 px-3 pt-3 pb-2">
      <h2 className="title-font min-w-0 flex-1 truncate ps-3 text-panel">{t('title')}</h2>
      {!isGuest && (
        <IconButton
          svg={notePencil}
          label={t('newGroup.title')}
          onClick={() => view.showAside('newGroup')}
          className="bg-ink/6"
        />
      )}
      <ListMenu />
      {withClose && (
        <>
          <IconButton svg={minus} label={t('minimize')} onClick={() => minimizeToBar(chat)} />
          <IconButton svg={xIcon} label={common('common.close')} onClick={chat.close} />
        </>
      )}
    </div>
  );
}

function Section({
  section,
  openId,
}: {
  readonly section: RoomSection;
  readonly openId: string | undefined;
}) {
  const { t } = useTranslation('chat');
  return (
    <section aria-label={t(`sections.${section.id}`)}>
      <h3 className={listStyles.section}>{t(`sections.${section.id}`)}</h3>
      <ul>
        {section.rooms.map((room) => (
          <li key={room.id}>
            <RoomRow room={room} isOpen={room.id === openId} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function NoRooms() {
  const view = useVisit().get(createChatView);
  const { t } = useTranslation('chat');
  const isGuest = useIsGuest();
  return (
    <Statement
      svg={usersThree}
      level={3}
      title={t('list.none')}
      text={t(isGuest ? 'list.noneGuest' : 'list.noneHint')}
      action={!isGuest && <Button onClick={() => view.showAside('groups')}>{t('groups.title')}</Button>}
    />
  );
}

export interface RoomListProps {
  readonly openId: string | undefined;
  /** Shows the buttons that minimize and close the panel, where the list fills it. */
  readonly withClose: boolean;
}

export function RoomList({ openId, withClose }: RoomListProps) {
  const visit = useVisit();
  const { t } = useTranslation('chat');
  const status = useChat((data) => data.status);
  const isGuest = useIsGuest();
  const [typed, setTyped] = useState('');
  const sections = useRoomSections(typed);
  const isSearch = typed.trim() !== '';
  return (
    <nav aria-label={t('list.label')} className={panelStyles.rooms}>
      <ListHeader withClose={withClose} />
      <div role="presentation" onKeyDown={moveFocusByArrows} className="flex min-h-0 flex-1 flex-col">
        <SearchField
          label={t('list.search')}
          typed={typed}
          onType={setTyped}
          className="mx-3 mb-1 shrink-0"
        />
        <div className={`${listStyles.scroller} min-h-0 flex-1 px-3 pb-6`}>
          {status === 'loading' && <RowsSkeleton rows={5} label={t('list.loading')} />}
          {status === 'failed' && (
            <Statement
              svg={usersThree}
              level={3}
              title={t('list.failed')}
              action={<Button onClick={() => visit.get(createChatEngine).reload()}>{t('tryAgain')}</Button>}
            />
          )}
          {sections.map((section) => (
            <Section key={section.id} section={section} openId={openId} />
          ))}
          {isSearch && !isGuest && <PeopleResults typed={typed} onChosen={() => setTyped('')} />}
          {status === 'ready' && sections.length === 0 && !isSearch && <NoRooms />}
          {isSearch && isGuest && sections.length === 0 && (
            <p role="status" className="px-3 py-6 text-center text-ink-2">
              {t('list.nothingFound')}
            </p>
          )}
        </div>
      </div>
    </nav>
  );
}

/** Shown beside the list on wide screens while no room is open. */
export function NoOpenRoom() {
  const chat = useChatModel();
  const view = useVisit().get(createChatView);
  const { t } = useTranslation('chat');
  const { t: common } = useTranslation();
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex justify-end gap-1 px-3 pt-3">
        <IconButton svg={minus} label={t('minimize')} onClick={() => minimizeToBar(chat)} />
        <IconButton
          svg={xIcon}
          label={common('common.close')}
          onClick={() => {
            view.closeAside();
            chat.close();
          }}
        />
      </div>
      <div className="my-auto">
        <Statement svg={notePencil} level={3} title={t('choose.title')} text={t('choose.text')} />
      </div>
    </div>
  );
}

/** A card with an attendee's main facts, above the menu or the list on a phone (HEAD-04). */
import { Dialog } from '@base-ui/react/dialog';
import crown from '@phosphor-icons/core/fill/crown-simple-fill.svg?raw';
import chatIcon from '@phosphor-icons/core/regular/chat-circle-dots.svg?raw';
import phoneIcon from '@phosphor-icons/core/regular/phone.svg?raw';
import userIcon from '@phosphor-icons/core/regular/user.svg?raw';
import walk from '@phosphor-icons/core/regular/person-simple-walk.svg?raw';
import type { AttendeePresence } from '@foyer/contract';
import { useEffect, useRef, type RefObject } from 'react';
import { track } from '../../platform/analytics/track.ts';
import { useChatModel } from '../chat/index.ts';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { useActiveDialog } from '../../platform/dialogs.ts';
import { Icon } from '../../platform/icons/Icon.tsx';
import { AreaLink } from '../../platform/navigation/AreaLink.tsx';
import { useVenue } from '../../platform/state/venue.ts';
import { useProfilesModel } from '../profile/index.ts';
import { usePresence } from '../presence/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Face } from '../../ui/Face.tsx';
import { StatusMark } from '../../ui/StatusMark.tsx';
import { useCalls, useCallsModel } from '../call/index.ts';
import styles from './attendeeCard.module.css';
import { useAreaNames } from './useAreaNames.ts';
import { statusOf, usePersonTexts } from './usePersonTexts.ts';

/**
 * Closes the card on a tap outside, which has no other effect. Taps on rows are left to the rows: they open another card
 * or close this one.
 */
function useOutsideTap(card: RefObject<HTMLElement | null>, close: () => void): void {
  useEffect(() => {
    const onTap = (event: MouseEvent): void => {
      const { target } = event;
      if (!(target instanceof Element) || card.current?.contains(target)) return;
      if (target.closest('[data-person]')) return;
      event.preventDefault();
      event.stopPropagation();
      close();
    };
    // Captured at the window, before the dialogs below listen at the document: after the card has closed they would treat
    // the tap as one outside of themselves.
    window.addEventListener('click', onTap, { capture: true });
    return () => window.removeEventListener('click', onTap, { capture: true });
  }, [card, close]);
}

export interface AttendeeCardProps {
  readonly attendee: AttendeePresence;
  readonly onClose: () => void;
  /** The user opens the profile, a chat, a call or another area: closes the menu below the card, too. */
  readonly onLeave: () => void;
}

function Facts({ attendee, areaName }: { readonly attendee: AttendeePresence; readonly areaName: string }) {
  const { t } = useTranslation('presence');
  const { nameOf, roleOf } = usePersonTexts();
  const role = roleOf(attendee);
  return (
    <div className="flex items-center gap-4">
      <Face person={attendee} name={nameOf(attendee)} size={64} status={statusOf(attendee)} />
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <Dialog.Title className="title-font line-clamp-2 text-section">
          <bdi>{nameOf(attendee)}</bdi>
        </Dialog.Title>
        {role && (
          <p className="line-clamp-2 text-caption text-ink-2">
            <bdi>{role}</bdi>
          </p>
        )}
        <p className="mt-0.5 flex flex-wrap items-center gap-x-1.5 text-caption text-ink-2">
          <StatusMark status={statusOf(attendee)} />
          {t('statusIn', { status: t(`status.${statusOf(attendee)}`), area: areaName })}
          {attendee.host && (
            <span className="flex items-center gap-1">
              <Icon svg={crown} size={14} />
              {t('host')}
            </span>
          )}
        </p>
      </div>
    </div>
  );
}

export function AttendeeCard({ attendee: listed, onClose, onLeave }: AttendeeCardProps) {
  const chat = useChatModel();
  const { t } = useTranslation('presence');
  const { t: areaText } = useTranslation('area');
  const card = useRef<HTMLDivElement>(null);
  const { areaIds, nameOfArea } = useAreaNames();
  const currentAreaId = useVenue((state) => state.currentAreaId);
  const attendee = usePresence(({ attendees }) => attendees.get(listed.uid)) ?? listed;
  const { areaId } = attendee;
  const { openAttendee } = useProfilesModel();
  const { request: requestCall } = useCallsModel();
  const hasCalls = useCalls(({ isEnabled }) => isEnabled === true);
  useActiveDialog('attendee-card', true, onClose, { within: 'presence' });
  useOutsideTap(card, onClose);
  const canGoToArea = areaId !== undefined && areaId !== currentAreaId && areaIds.includes(areaId);
  return (
    <Dialog.Root open modal={false} disablePointerDismissal onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Popup
          ref={card}
          data-dialog="attendee-card"
          initialFocus={card}
          className={`${styles.card} dialog-surface`}
        >
          <Facts attendee={attendee} areaName={nameOfArea(areaId)} />
          <div className="mt-4 flex flex-wrap gap-2">
            <Button
              kind="primary"
              icon={<Icon svg={chatIcon} size={20} />}
              onClick={() => {
                onLeave();
                track('presence', 'startChat');
                chat.startWith(attendee.uid);
              }}
              className="flex-1 whitespace-nowrap"
            >
              {t('card.chat')}
            </Button>
            {hasCalls && (
              <Button
                icon={<Icon svg={phoneIcon} size={20} />}
                onClick={() => {
                  onLeave();
                  requestCall({ uid: attendee.uid, name: attendee.name });
                }}
                className="flex-1 whitespace-nowrap"
              >
                {t('card.call')}
              </Button>
            )}
            <Button
              icon={<Icon svg={userIcon} size={20} />}
              onClick={() => {
                onLeave();
                track('presence', 'profile');
                openAttendee(attendee.uid);
              }}
              className="flex-1"
            >
              {t('card.profile')}
            </Button>
            {canGoToArea && (
              <AreaLink
                areaId={areaId}
                onClick={() => {
                  track('presence', 'goTo', { area: areaId });
                  onLeave();
                }}
                className={`${styles.goTo} press`}
              >
                <Icon svg={walk} size={20} mirror />
                {areaText('goIn')}
              </AreaLink>
            )}
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

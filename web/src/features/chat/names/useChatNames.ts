/** What people and rooms are called. */
import type { ChatPerson, ChatRoom } from '@foyer/contract';
import { useCallback } from 'react';
import { useChatData } from '../../../platform/chat/chatData.ts';
import { regionalTag } from '../../../platform/i18n/regionalTag.ts';
import { useLanguage, useLocalized } from '../../../platform/i18n/useLanguage.ts';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { areaOf, useVenue } from '../../../platform/state/venue.ts';
import { nameOfPerson, nameOfRoom } from './names.ts';

export interface ChatNames {
  readonly personName: (person: ChatPerson | undefined) => string;
  readonly nameOf: (uid: string) => string;
  readonly roomName: (room: ChatRoom) => string;
}

export function useChatNames(): ChatNames {
  const { t } = useTranslation('chat');
  const localized = useLocalized();
  const venue = useVenue();
  const people = useChatData((data) => data.people);
  const personName = useCallback((person: ChatPerson | undefined) => nameOfPerson(person, t), [t]);
  const nameOf = useCallback((uid: string) => personName(people.get(uid) ?? { uid }), [people, personName]);
  const roomName = useCallback(
    (room: ChatRoom) => nameOfRoom(room, t, (areaId) => localized(areaOf(venue, areaId)?.names)),
    [t, venue, localized],
  );
  return { personName, nameOf, roomName };
}

/** Times as the reader writes them. */
export function useTimes() {
  const { language } = useLanguage();
  const { t } = useTranslation('chat');
  const format = useCallback(
    (at: number, options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat([regionalTag(language), 'en'], options).format(at),
    [language],
  );
  const clock = useCallback((at: number) => format(at, { hour: 'numeric', minute: '2-digit' }), [format]);
  const day = useCallback(
    (at: number) => {
      const ago = daysAgo(at);
      if (ago === 0) return t('day.today');
      if (ago === 1) return t('day.yesterday');
      return format(at, ago < 7 ? { weekday: 'long' } : { day: 'numeric', month: 'long', year: 'numeric' });
    },
    [format, t],
  );
  /** For a row of the list: the time of today, the weekday of this week, else the date. */
  const short = useCallback(
    (at: number) => {
      const ago = daysAgo(at);
      if (ago === 0) return clock(at);
      return format(at, ago < 7 ? { weekday: 'short' } : { day: 'numeric', month: 'numeric' });
    },
    [clock, format],
  );
  return { clock, day, short };
}

function daysAgo(at: number): number {
  const midnight = (time: number): number => new Date(time).setHours(0, 0, 0, 0);
  return Math.round((midnight(Date.now()) - midnight(at)) / 86_400_000);
}

/** People to chat with: present attendees, and users known from rooms. */
import type { ChatUser } from '@foyer/contract';
import { useMemo } from 'react';
import { useLanguage } from '../../../platform/i18n/useLanguage.ts';
import { foldText } from '../../../platform/i18n/foldText.ts';
import { useAllAttendees, usePresence } from '../../presence/index.ts';
import { useOwnId } from '../useOwnId.ts';
import { useChat } from '../useChat.ts';

export interface KnownUser extends ChatUser {
  readonly role: string;
}

/** Most people that a search returns. */
const maxResults = 50;

/** By record: the normalized text that a search compares. Cached, because few of up to ten thousand records change. */
const searchTexts = new WeakMap<object, string>();

function searchTextOf(record: object, { name, role }: KnownUser): string {
  const text = searchTexts.get(record) ?? foldText(`${name} ${role}`);
  searchTexts.set(record, text);
  return text;
}

/** The people who match the typed text, sorted by name. */
export function useKnownPeople(typed: string): readonly KnownUser[] {
  useAllAttendees();
  const { language } = useLanguage();
  const ownId = useOwnId();
  const attendees = usePresence((state) => state.attendees);
  const chatUsers = useChat((data) => data.users);
  return useMemo(() => {
    const wanted = foldText(typed.trim());
    const found = new Map<string, KnownUser>();
    const addIfMatching = (record: object, user: KnownUser): void => {
      const fits = user.name !== undefined && searchTextOf(record, user).includes(wanted);
      if (fits) found.set(user.uid, user);
      else found.delete(user.uid);
    };
    for (const chatUser of chatUsers.values())
      if (!chatUser.guest) addIfMatching(chatUser, { ...chatUser, role: '' });
    for (const record of attendees.values()) {
      const { uid, name, title, company, picture, host } = record;
      const role = [title, company].filter(Boolean).join(', ');
      addIfMatching(record, {
        uid,
        role,
        ...(name !== undefined && { name }),
        ...(picture !== undefined && { picture }),
        ...(host && { host: true as const }),
      });
    }
    found.delete(ownId);
    const { compare } = new Intl.Collator(language);
    return [...found.values()].toSorted((a, b) => compare(a.name ?? '', b.name ?? '')).slice(0, maxResults);
  }, [chatUsers, attendees, ownId, typed, language]);
}

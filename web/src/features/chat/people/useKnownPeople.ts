/** People to start a conversation with: present attendees, and users known from rooms. */
import type { ChatUser } from '@foyer/contract';
import { useMemo } from 'react';
import { useChatData } from '../../../platform/chat/chatData.ts';
import { useAllAttendees } from '../../../platform/presence/useAllAttendees.ts';
import { useLanguage } from '../../../platform/i18n/useLanguage.ts';
import { usePresence } from '../../../platform/state/presence.ts';
import { foldText } from './foldText.ts';
import { useOwnId } from '../useOwnId.ts';

export interface KnownPerson extends ChatUser {
  readonly role: string;
}

/** Most people that a search returns. */
const maxResults = 50;

/** By record: the normalized text that a search compares. Cached, because few of up to ten thousand records change. */
const searchTexts = new WeakMap<object, string>();

function searchTextOf(record: object, { name, role }: KnownPerson): string {
  const known = searchTexts.get(record) ?? foldText(`${name} ${role}`);
  searchTexts.set(record, known);
  return known;
}

/** The people who match the typed text, sorted by name. */
export function useKnownPeople(typed: string): readonly KnownPerson[] {
  useAllAttendees();
  const { language } = useLanguage();
  const ownId = useOwnId();
  const attendees = usePresence((state) => state.attendees);
  const met = useChatData((data) => data.people);
  return useMemo(() => {
    const wanted = foldText(typed.trim());
    const found = new Map<string, KnownPerson>();
    const consider = (record: object, person: KnownPerson): void => {
      const fits = person.name !== undefined && searchTextOf(record, person).includes(wanted);
      if (fits) found.set(person.uid, person);
      else found.delete(person.uid);
    };
    for (const person of met.values()) if (!person.guest) consider(person, { ...person, role: '' });
    for (const record of attendees.values()) {
      const { uid, name, title, company, picture, host } = record;
      const role = [title, company].filter(Boolean).join(', ');
      consider(record, {
        uid,
        role,
        ...(name !== undefined && { name }),
        ...(picture !== undefined && { picture }),
        ...(host && { host: true as const }),
      });
    }
    found.delete(ownId);
    const { compare } = new Intl.Collator(language);
    return [...found.values()]
      .toSorted((one, other) => compare(one.name ?? '', other.name ?? ''))
      .slice(0, maxResults);
  }, [met, attendees, ownId, typed, language]);
}

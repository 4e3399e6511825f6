/** People one may talk with: those at the event, and those one has met in a room. */
import type { ChatPerson } from '@foyer/contract';
import { useMemo } from 'react';
import { useChatData } from '../../../platform/chat/chatData.ts';
import { useAllAttendees } from '../../../platform/presence/useAllAttendees.ts';
import { useLanguage } from '../../../platform/i18n/useLanguage.ts';
import { usePresence } from '../../../platform/state/presence.ts';
import { foldText } from './foldText.ts';
import { useOwnId } from '../useOwnId.ts';

export interface KnownPerson extends ChatPerson {
  readonly role: string;
}

/** So many are shown; a word more finds the others. */
const maxResults = 50;

/** By their records: what somebody is found by. Of ten thousand few change from one moment to the next. */
const searchTexts = new WeakMap<object, string>();

function searchTextOf(record: object, { name, role }: KnownPerson): string {
  const known = searchTexts.get(record) ?? foldText(`${name} ${role}`);
  searchTexts.set(record, known);
  return known;
}

/** Who fits what was typed, by name. */
export function useKnownPeople(typed: string): readonly KnownPerson[] {
  useAllAttendees();
  const { language } = useLanguage();
  const ownId = useOwnId();
  const attendees = usePresence((state) => state.attendees);
  const met = useChatData((data) => data.people);
  return useMemo(() => {
    const wanted = foldText(typed.trim());
    const found = new Map<string, KnownPerson>();
    const look = (record: object, person: KnownPerson): void => {
      const fits = person.name !== undefined && searchTextOf(record, person).includes(wanted);
      if (fits) found.set(person.uid, person);
      else found.delete(person.uid);
    };
    for (const person of met.values()) if (!person.guest) look(person, { ...person, role: '' });
    for (const record of attendees.values()) {
      const { uid, name, title, company, picture, host } = record;
      const role = [title, company].filter(Boolean).join(', ');
      look(record, {
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

/** People one may talk with: those at the event, and those one has met in a room. */
import type { ChatPerson } from '@foyer/contract';
import { useMemo } from 'react';
import { useChatData } from '../../platform/chat/chatData.ts';
import { useEveryone } from '../../platform/presence/useEveryone.ts';
import { useLanguage } from '../../platform/i18n/useLanguage.ts';
import { usePresence } from '../../platform/state/presence.ts';
import { foldText } from './foldText.ts';
import { useOwnId } from './useMe.ts';

export interface KnownPerson extends ChatPerson {
  readonly role: string;
}

/** So many are shown; a word more finds the others. */
const most = 50;

/** Who fits what was typed, by name. */
export function useKnownPeople(typed: string): readonly KnownPerson[] {
  useEveryone();
  const { language } = useLanguage();
  const ownId = useOwnId();
  const attendees = usePresence((state) => state.attendees);
  const met = useChatData((data) => data.people);
  return useMemo(() => {
    const all = new Map<string, KnownPerson>();
    for (const person of met.values()) if (!person.guest) all.set(person.uid, { ...person, role: '' });
    for (const { uid, name, title, company, picture, host } of attendees.values()) {
      const role = [title, company].filter(Boolean).join(', ');
      all.set(uid, {
        uid,
        role,
        ...(name !== undefined && { name }),
        ...(picture !== undefined && { picture }),
        ...(host && { host: true as const }),
      });
    }
    all.delete(ownId);
    const wanted = foldText(typed.trim());
    const { compare } = new Intl.Collator(language);
    return [...all.values()]
      .filter(({ name, role }) => name !== undefined && foldText(`${name} ${role}`).includes(wanted))
      .toSorted((one, other) => compare(one.name ?? '', other.name ?? ''))
      .slice(0, most);
  }, [met, attendees, ownId, typed, language]);
}

/** People who fit what was typed: a press begins to talk with them. */
import { startChat } from '../../platform/chat/chatPanel.ts';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { ChatFace } from './ChatFace.tsx';
import { closeAside } from './panelView.ts';
import { useKnownPeople } from './useKnownPeople.ts';

export interface FoundPeopleProps {
  readonly typed: string;
  readonly onChosen: () => void;
}

export function FoundPeople({ typed, onChosen }: FoundPeopleProps) {
  const { t } = useTranslation('chat');
  const people = useKnownPeople(typed);
  return (
    <section aria-label={t('sections.people')}>
      <h3 className="chat-section">{t('sections.people')}</h3>
      <p role="status" className={people.length === 0 ? 'px-3 py-2 text-caption text-ink-2' : 'sr-only'}>
        {people.length === 0 ? t('list.nobodyFound') : t('list.peopleFound', { count: people.length })}
      </p>
      <ul>
        {people.map((person) => (
          <li key={person.uid}>
            <button
              type="button"
              data-row
              onClick={() => {
                onChosen();
                closeAside();
                startChat(person.uid);
              }}
              className="chat-row"
            >
              <ChatFace person={person} size={44} withStatus />
              <span className="min-w-0 flex-1">
                <bdi className="block truncate text-name font-strong">{person.name}</bdi>
                <bdi className="block truncate text-caption text-ink-2">{person.role}</bdi>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

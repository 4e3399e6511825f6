/** People who match the search; a click opens a private room with them. */
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { PersonLine } from './PersonLine.tsx';
import { PeopleCount } from './PeopleCount.tsx';
import { useKnownPeople } from './useKnownPeople.ts';
import { useChatModel } from '../useChat.ts';
import listStyles from '../panel/chatList.module.css';

export interface PeopleResultsProps {
  readonly typed: string;
  readonly onChosen: () => void;
}

export function PeopleResults({ typed, onChosen }: PeopleResultsProps) {
  const chat = useChatModel();
  const { t } = useTranslation('chat');
  const users = useKnownPeople(typed);
  return (
    <section aria-label={t('sections.people')}>
      <h3 className={listStyles.section}>{t('sections.people')}</h3>
      <PeopleCount count={users.length} className="px-3" />
      <ul>
        {users.map((user) => (
          <li key={user.uid}>
            <button
              type="button"
              data-row
              onClick={() => {
                onChosen();
                chat.startWith(user.uid);
              }}
              className={listStyles.row}
            >
              <PersonLine user={user} size={44} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

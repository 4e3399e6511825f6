/** A field that selects attendees by name. */
import check from '@phosphor-icons/core/bold/check-bold.svg?raw';
import warning from '@phosphor-icons/core/fill/warning-circle-fill.svg?raw';
import xIcon from '@phosphor-icons/core/bold/x-bold.svg?raw';
import type { ChatUser } from '@foyer/contract';
import { useId, useState } from 'react';
import { Icon } from '../../../platform/icons/Icon.tsx';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { SearchField } from '../../../ui/SearchField.tsx';
import { ChatFace } from './ChatFace.tsx';
import { PeopleCount } from './PeopleCount.tsx';
import { PersonLine } from './PersonLine.tsx';
import { moveFocusByArrows } from '../moveFocusByArrows.ts';
import { useKnownPeople } from './useKnownPeople.ts';
import listStyles from '../panel/chatList.module.css';
import styles from './peoplePicker.module.css';

export interface PeoplePickerProps {
  readonly chosen: readonly ChatUser[];
  readonly onChange: (chosen: readonly ChatUser[]) => void;
  /** Ids of users who are not offered. */
  readonly without?: ReadonlySet<string>;
  readonly error: string | undefined;
}

function Chosen({ chosen, onChange }: Pick<PeoplePickerProps, 'chosen' | 'onChange'>) {
  const { t } = useTranslation('chat');
  if (chosen.length === 0) return null;
  return (
    <ul aria-label={t('people.chosen')} className="flex flex-wrap gap-2">
      {chosen.map((user) => (
        <li key={user.uid}>
          <button
            type="button"
            aria-label={t('people.remove', { name: user.name ?? '' })}
            onClick={() => onChange(chosen.filter(({ uid }) => uid !== user.uid))}
            className="press target inline-flex h-8 max-w-full items-center gap-2 rounded-full bg-ink/10 ps-1 pe-3 text-caption"
          >
            <ChatFace user={user} size={24} />
            <bdi className="truncate">{user.name}</bdi>
            <Icon svg={xIcon} size={12} />
          </button>
        </li>
      ))}
    </ul>
  );
}

export function PeoplePicker({ chosen, onChange, without, error }: PeoplePickerProps) {
  const { t } = useTranslation('chat');
  const id = useId();
  const [typed, setTyped] = useState('');
  const users = useKnownPeople(typed).filter(({ uid }) => !without?.has(uid));
  const isChosen = (uid: string): boolean => chosen.some((user) => user.uid === uid);
  return (
    <div role="group" aria-labelledby={id}>
      <div role="presentation" onKeyDown={moveFocusByArrows} className="flex min-h-0 flex-col gap-2">
        <span id={id} className="text-caption font-strong text-ink-2">
          {t('people.title')}
        </span>
        <Chosen chosen={chosen} onChange={onChange} />
        <SearchField
          label={t('people.search')}
          typed={typed}
          onType={setTyped}
          // Enter searches; it must not submit the form around the field.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
        />
        {error !== undefined && (
          <p id={`${id}-error`} role="alert" className="flex items-center gap-1.5 text-caption text-danger">
            <Icon svg={warning} size={16} />
            {error}
          </p>
        )}
        <PeopleCount count={users.length} />
        <ul>
          {users.map((user) => (
            <li key={user.uid}>
              <button
                type="button"
                data-row
                role="checkbox"
                aria-checked={isChosen(user.uid)}
                aria-label={user.name}
                onClick={() =>
                  onChange(
                    isChosen(user.uid) ? chosen.filter(({ uid }) => uid !== user.uid) : [...chosen, user],
                  )
                }
                className={listStyles.row}
              >
                <PersonLine user={user} size={36} />
                <span className={styles.checkBox} data-checked={isChosen(user.uid) || undefined}>
                  {isChosen(user.uid) && <Icon svg={check} size={14} />}
                </span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** The user's own row: how others see them, and a menu to change it. */
import caretDown from '@phosphor-icons/core/bold/caret-down-bold.svg?raw';
import warningIcon from '@phosphor-icons/core/fill/warning-circle-fill.svg?raw';
import type { PresenceStatus } from '@foyer/contract';
import { useId } from 'react';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { Icon } from '../../../platform/icons/Icon.tsx';
import { useProfilesModel } from '../../profile/index.ts';
import { useProfileName, useOwnProfile } from '../../session/index.ts';
import { useLoggedInUser } from '../../../platform/state/useLoggedInUser.ts';
import { type PresenceState, usePresence } from '../../presence/index.ts';
import { Face } from '../../../ui/Face.tsx';
import { Select } from '../../../ui/Select.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { StatusMark } from '../../../ui/StatusMark.tsx';
import styles from './ownRow.module.css';
import rowStyles from './personRow.module.css';
import { SectionHead } from './SectionHead.tsx';
import { useOwnStatus, statusOptions, type StatusOption } from './useOwnStatus.ts';

type Own = NonNullable<PresenceState['own']>;

const shownStatus = ({ status, invisible, idle }: Own): PresenceStatus =>
  invisible ? 'Offline' : status === 'Available' && idle ? 'Idle' : status;

/** The name as others see it, once it is loaded. */
function useOwnName(): string {
  const { t } = useTranslation('presence');
  const user = useLoggedInUser();
  const name = useProfileName() ?? user?.name;
  return name || t('nameless');
}

function OwnFace({ own }: { readonly own: Own | null }) {
  const user = useLoggedInUser();
  const name = useOwnName();
  const generation = useOwnProfile(({ profile }) => profile?.pictureGeneration);
  if (!user) return null;
  const { userId: uid } = user;
  const picture = generation === undefined ? undefined : String(generation);
  return <Face person={{ uid, picture }} name={name} size={44} status={own ? shownStatus(own) : undefined} />;
}

interface StatusSelectProps {
  readonly option: StatusOption;
  readonly isSaving: boolean;
  readonly onChoose: (option: StatusOption) => void;
}

function StatusSelect({ option, isSaving, onChoose }: StatusSelectProps) {
  const { t } = useTranslation('presence');
  return (
    <Select
      label={t('own.statusLabel', { status: t(`own.option.${option}`) })}
      value={option}
      options={statusOptions.map((value) => ({
        value,
        label: t(`own.option.${value}`),
        icon: <StatusMark status={value} size={12} />,
      }))}
      onChange={onChoose}
      trigger={
        <button
          type="button"
          aria-busy={isSaving || undefined}
          className="press target inline-flex h-9 shrink-0 items-center gap-2 rounded-full border border-field-line ps-4 pe-3 text-small-button font-strong hover:bg-raised"
        >
          <span>{t(`own.short.${option}`)}</span>
          {isSaving ? <Spinner size={14} /> : <Icon svg={caretDown} size={14} />}
        </button>
      }
    />
  );
}

function OwnStatus({ own }: { readonly own: Own }) {
  const { t } = useTranslation('presence');
  const { option, isSaving, hasFailed, choose } = useOwnStatus(own);
  return (
    <>
      <StatusSelect option={option} isSaving={isSaving} onChoose={(next) => void choose(next)} />
      <p role="status" className={`${styles.error} text-caption text-danger`}>
        {hasFailed && (
          <>
            <Icon svg={warningIcon} size={16} />
            {t('own.failed')}
          </>
        )}
      </p>
    </>
  );
}

export function OwnRow() {
  const { t } = useTranslation('presence');
  const id = useId();
  const user = useLoggedInUser();
  const name = useOwnName();
  const { openOwn } = useProfilesModel();
  const own = usePresence((state) => state.own);
  if (!user) return null;
  return (
    <section aria-labelledby={id}>
      <SectionHead id={id} isSticky>
        {t('own.title')}
      </SectionHead>
      <div className={styles.row}>
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={openOwn}
          className={`${rowStyles.button} min-h-15 hover:bg-raised`}
        >
          <OwnFace own={own} />
          <span className="min-w-0 flex-1">
            <span className="block truncate text-name font-strong">
              <bdi>{name}</bdi>
            </span>
            <span className="block text-caption text-ink-2">
              {own &&
                (own.invisible
                  ? t('own.invisible')
                  : t('own.shownAs', { status: t(`status.${shownStatus(own)}`) }))}
            </span>
          </span>
        </button>
        {own && <OwnStatus own={own} />}
      </div>
    </section>
  );
}

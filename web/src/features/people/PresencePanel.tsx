/** The list of attendees: the user, the current area, the other areas; with search and filter (PRESENCE-06). */
import cloudSlash from '@phosphor-icons/core/regular/cloud-slash.svg?raw';
import xIcon from '@phosphor-icons/core/regular/x.svg?raw';
import { useEffect } from 'react';
import { track } from '../../platform/analytics/track.ts';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Icon } from '../../platform/icons/Icon.tsx';
import { useAttendeeListPanel } from './attendeeListPanel.ts';
import { useAllAttendees } from '../presence/index.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { SlotPanel } from '../../ui/SlotPanel.tsx';
import { PeopleView } from './list/PeopleView.tsx';
import { useStaleAge } from './useStaleAge.ts';

/** Says how old the list is while the page is not connected. */
function StaleNotice({ age }: { readonly age: string | undefined }) {
  const { t } = useTranslation('presence');
  return (
    <p role="status" className="text-caption">
      {age !== undefined && (
        <span className="mx-4 mt-1 mb-2 flex items-center gap-2.5 rounded-field bg-warning-fill px-3 py-2.5">
          <Icon svg={cloudSlash} size={18} className="text-warning" />
          {t('age.disconnected', { age })}
        </span>
      )}
    </p>
  );
}

export default function PresencePanel() {
  const { t } = useTranslation('presence');
  const { t: common } = useTranslation();
  const age = useStaleAge();
  const { close } = useAttendeeListPanel();
  useAllAttendees();
  useEffect(() => track('presence', 'open'), []);
  return (
    <SlotPanel id="presence" label={t('title')} onClose={close} opener='[data-opens="presence"]'>
      <div data-panel-head className="flex shrink-0 items-center gap-2 px-3 pt-3 pb-1">
        <h2 className="title-font min-w-0 flex-1 truncate ps-3 text-panel">{t('title')}</h2>
        <IconButton svg={xIcon} label={common('common.close')} onClick={close} className="bg-ink/6" />
      </div>
      <StaleNotice age={age} />
      <PeopleView isStale={age !== undefined} />
    </SlotPanel>
  );
}

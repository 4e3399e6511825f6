/** The presence status and the area of a user (PRESENCE-05), live while the profile is open. */
import pin from '@phosphor-icons/core/regular/map-pin.svg?raw';
import { useLocalized } from '../../platform/i18n/useLanguage.ts';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { AreaLink } from '../../platform/navigation/AreaLink.tsx';
import { areaOf, useVenue } from '../../platform/state/venue.ts';
import { useFollowedUser } from '../presence/index.ts';
import { StatusMark } from '../../ui/StatusMark.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { DetailRow } from './DetailRow.tsx';

export function StatusTag({ userId }: { readonly userId: string }) {
  const { t } = useTranslation('profile');
  const presence = useFollowedUser(userId);
  if (!presence) return null;
  return (
    <Tag className="h-8 border-field-line">
      <StatusMark status={presence.status} />
      {t(`status.${presence.status}`)}
    </Tag>
  );
}

/** The area that the user is in, with a link to it. */
export function Whereabouts({ userId }: { readonly userId: string }) {
  const { t } = useTranslation('profile');
  const { t: areaText } = useTranslation('area');
  const localized = useLocalized();
  const areaId = useFollowedUser(userId)?.record?.areaId;
  const area = useVenue((state) => areaOf(state, areaId));
  const currentAreaId = useVenue((state) => state.currentAreaId);
  if (!area) return null;
  const name = localized(area.names) || area.id;
  return (
    <DetailRow
      svg={pin}
      label={t('hereNow')}
      action={
        area.id !== currentAreaId && (
          <AreaLink
            areaId={area.id}
            aria-label={areaText('goInNamed', { name })}
            className="press target inline-flex h-9 items-center rounded-full border border-field-line px-4 text-small-button font-strong hover:bg-raised"
          >
            {areaText('goIn')}
          </AreaLink>
        )
      }
    >
      <bdi>{name}</bdi>
    </DetailRow>
  );
}

/** The profile of another attendee, and why the user can see it (PROFILE-03). */
import buildings from '@phosphor-icons/core/regular/identification-card.svg?raw';
import chatIcon from '@phosphor-icons/core/regular/chat-circle-dots.svg?raw';
import envelope from '@phosphor-icons/core/regular/envelope-simple.svg?raw';
import eye from '@phosphor-icons/core/regular/eye.svg?raw';
import phoneIcon from '@phosphor-icons/core/regular/phone.svg?raw';
import linkIcon from '@phosphor-icons/core/regular/link-simple.svg?raw';
import { profileFields, type ProfileData } from '@foyer/contract';
import type { ReactNode } from 'react';
import { useChatModel } from '../chat/index.ts';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Icon } from '../../platform/icons/Icon.tsx';
import { useUser } from '../../platform/state/user.ts';
import { useVenue } from '../../platform/state/venue.ts';
import { Button } from '../../ui/Button.tsx';
import { useCallsModel } from '../call/index.ts';
import { ProfileSummary } from './ProfileSummary.tsx';
import { CopyButton, DetailRow, ExternalLink } from './DetailRow.tsx';
import { nameOf, textOf, useFieldLabel } from './profileTexts.ts';
import { StatusTag, Whereabouts } from './Whereabouts.tsx';

/** Explains why the user sees details that others do not, above those details. */
function Privilege({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('profile');
  const isHost = useUser(({ roles }) => roles.includes('ROLE_HOST'));
  return (
    <section className="mt-3">
      <p className="flex gap-3 rounded-field border border-info/30 bg-info-fill p-3 text-caption">
        <Icon svg={eye} size={20} className="text-info" />
        {t(isHost ? 'privilege.host' : 'privilege.admin')}
      </p>
      {children}
    </section>
  );
}

function Contacts({ profile }: { readonly profile: ProfileData }) {
  const label = useFieldLabel();
  const fields = profileFields(useVenue((state) => state.architecture?.userProfileAttributes) ?? []);
  const labelOf = (key: string) => label(fields.find((field) => field.key === key) ?? { key, labels: [] });
  const [email, social] = [textOf(profile, 'email'), textOf(profile, 'socialMedia')];
  return (
    <dl>
      {social && (
        <DetailRow svg={linkIcon} label={labelOf('socialMedia')}>
          <ExternalLink url={social} />
        </DetailRow>
      )}
      {email && (
        <DetailRow svg={envelope} label={labelOf('email')} action={<CopyButton text={email} />}>
          <a
            href={`mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`}
            className="rounded-mark hover:underline"
          >
            <bdi>{email}</bdi>
          </a>
        </DetailRow>
      )}
    </dl>
  );
}

export function AttendeeProfile({ profile }: { readonly profile: ProfileData }) {
  const chat = useChatModel();
  const { request: requestCall } = useCallsModel();
  const { t } = useTranslation('profile');
  const label = useFieldLabel();
  const attributes = useVenue((state) => state.architecture?.userProfileAttributes) ?? [];
  const own = profileFields(attributes).filter(({ key }) =>
    attributes.some(
      (attribute) =>
        attribute.key === key && !['name', 'company', 'title', 'email', 'socialMedia'].includes(key),
    ),
  );
  const seen = own.filter(({ key }) => textOf(profile, key) !== '');
  const hasContacts = textOf(profile, 'email') !== '' || textOf(profile, 'socialMedia') !== '';
  return (
    <div tabIndex={-1} className="fade-end min-h-0 flex-1 overflow-y-auto overscroll-contain px-6 pt-2 pb-6">
      <ProfileSummary profile={profile}>
        <StatusTag userId={profile.userId} />
      </ProfileSummary>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button
          kind="primary"
          icon={<Icon svg={chatIcon} size={20} />}
          onClick={() => chat.startWith(profile.userId)}
          className="flex-1 whitespace-nowrap"
        >
          {t('startChat')}
        </Button>
        <Button
          icon={<Icon svg={phoneIcon} size={20} />}
          onClick={() => requestCall({ uid: profile.userId, name: nameOf(profile) || undefined })}
          className="flex-1 whitespace-nowrap"
        >
          {t('call')}
        </Button>
      </div>
      <div className="mt-5 border-t border-line pt-2">
        <dl>
          <Whereabouts userId={profile.userId} />
          {seen.map((field) => (
            <DetailRow key={field.key} svg={buildings} label={label(field)}>
              <bdi>{textOf(profile, field.key)}</bdi>
            </DetailRow>
          ))}
        </dl>
        {hasContacts &&
          (profile.visibleByRole ? (
            <Privilege>
              <Contacts profile={profile} />
            </Privilege>
          ) : (
            <Contacts profile={profile} />
          ))}
        {!hasContacts && seen.length === 0 && (
          <p className="py-3 text-caption text-ink-2">
            {t('noContactDetails', { name: nameOf(profile) || t('nameless') })}
          </p>
        )}
      </div>
    </div>
  );
}

/** Texts of profiles: name, role and the labels of fields. */
import { profileKeys, type ProfileData, type ProfileField } from '@foyer/contract';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { textOf } from '../session/index.ts';
import { useLocalized } from '../../platform/i18n/useLanguage.ts';

export { textOf };

/**
 * The name as everyone sees it, including its owner; '' without a name. A name derived from the email (SESSION-07) is
 * shown in the user's own menu only.
 */
export const nameOf = (profile: ProfileData): string => textOf(profile, 'name');

/** Job title and company in one line; '' without both. */
export function useRoleLine(): (profile: ProfileData) => string {
  const { t } = useTranslation('profile');
  return (profile) => {
    const [title, company] = [textOf(profile, 'title'), textOf(profile, 'company')];
    return title && company ? t('role', { title, company }) : title || company;
  };
}

const knownKeys = [...profileKeys, 'picture'] as const;
type KnownKey = (typeof knownKeys)[number];
const isKnown = (key: string): key is KnownKey => (knownKeys as readonly string[]).includes(key);

/** The label of a field: that of the venue, else the default. */
export function useFieldLabel(): (field: Pick<ProfileField, 'key' | 'labels'>) => string {
  const { t } = useTranslation('profile');
  const localized = useLocalized();
  return ({ key, labels }) => localized(labels) || (isKnown(key) ? t(`fields.${key}`) : key);
}

/** A URL without scheme, `www.` and trailing slash. */
export const shortUrl = (url: string): string => url.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '');

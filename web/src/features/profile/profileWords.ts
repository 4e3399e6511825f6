/** What a profile says, in the order in which a person would. */
import { profileKeys, type ProfileData, type ProfileField } from '@foyer/contract';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { textOf } from '../../platform/session/ownProfile.ts';
import { useLocalized } from '../../platform/i18n/useLanguage.ts';

export { textOf };

/**
 * The name as everybody sees it, its owner too; '' of whoever gave none. One that the email suggests (SESSION-07) is for
 * the own menu alone.
 */
export const nameOf = (profile: ProfileData): string => textOf(profile, 'name');

/** Job title and company in one line; '' where neither is known. */
export function useRoleLine(): (profile: ProfileData) => string {
  const { t } = useTranslation('profile');
  return (profile) => {
    const [title, company] = [textOf(profile, 'title'), textOf(profile, 'company')];
    return title && company ? t('role', { title, company }) : title || company;
  };
}

const known = [...profileKeys, 'picture'] as const;
type KnownKey = (typeof known)[number];
const isKnown = (key: string): key is KnownKey => (known as readonly string[]).includes(key);

/** What a field is called: in the venue's words, else in the app's. */
export function useFieldLabel(): (field: Pick<ProfileField, 'key' | 'labels'>) => string {
  const { t } = useTranslation('profile');
  const localized = useLocalized();
  return ({ key, labels }) => localized(labels) || (isKnown(key) ? t(`fields.${key}`) : key);
}

/** An address without what everybody knows: no scheme, no `www.`, no slash at its end. */
export const shortAddress = (address: string): string =>
  address.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '');

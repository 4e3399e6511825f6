/** The texts next to an attendee's picture. */
import type { AttendeePresence, PresenceStatus } from '@foyer/contract';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';

export const statusOf = ({ status }: AttendeePresence): PresenceStatus => status ?? 'Available';

export function usePersonTexts(): {
  readonly nameOf: (attendee: AttendeePresence) => string;
  readonly roleOf: (attendee: AttendeePresence) => string;
} {
  const { t } = useTranslation('presence');
  return {
    nameOf: ({ name }) => name ?? t('nameless'),
    roleOf: ({ title, company }) =>
      title !== undefined && company !== undefined ? t('role', { title, company }) : (title ?? company ?? ''),
  };
}

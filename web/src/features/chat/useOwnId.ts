/** Who one is in chat. */
import { useChatId } from '../../platform/chat/useChatId.ts';
import { usePerson } from '../../platform/session/usePerson.ts';
import { useUser } from '../../platform/state/user.ts';

export const useOwnId = (): string => useChatId() ?? '';

/** Guests are in standing rooms alone. */
export const useIsGuest = (): boolean => usePerson() === undefined;

export const useIsHost = (): boolean =>
  useUser(({ roles }) => roles.includes('ROLE_HOST') || roles.includes('ROLE_ADMIN'));

/** Id and role of the attendee in chat. */
import { hasHostRole } from '@foyer/contract';
import { useChatId } from '../../platform/chat/useChatId.ts';
import { useLoggedInUser } from '../../platform/session/useLoggedInUser.ts';
import { useUser } from '../../platform/state/user.ts';

export const useOwnId = (): string => useChatId() ?? '';

/** Guests have access to built-in rooms only. */
export const useIsGuest = (): boolean => useLoggedInUser() === undefined;

export const useIsHost = (): boolean => useUser(({ roles }) => hasHostRole(roles));

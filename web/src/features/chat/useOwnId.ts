/** Id and role of the attendee in chat. */
import { hasHostRole } from '@foyer/contract';
import { useLoggedInUser } from '../../platform/state/useLoggedInUser.ts';
import { useUser } from '../../platform/state/user.ts';
import { useChat } from './useChat.ts';

export const useOwnId = (): string => useChat(({ ownId }) => ownId ?? '');

/** Guests have access to built-in rooms only. */
export const useIsGuest = (): boolean => useLoggedInUser() === undefined;

export const useIsHost = (): boolean => useUser(({ roles }) => hasHostRole(roles));

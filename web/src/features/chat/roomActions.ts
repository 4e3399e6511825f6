/** The port through which the routes add to a room's header what other features do with it, such as a call. */
import type { ChatRoom } from '@foyer/contract';
import type { ComponentType } from 'react';

export type RoomActions = ComponentType<{ readonly room: ChatRoom }>;

import type { AreaExtensions } from '../../extensions/area.ts';
import { useChatEntry } from './useChatEntry.ts';

export const extensions: AreaExtensions = { dock: [{ order: 30, useEntry: useChatEntry }] };

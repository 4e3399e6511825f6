import type { AreaExtensions } from '../../extensions/area.ts';
import { useChatEntry } from './useDockEntry.ts';

export const extensions: AreaExtensions = { dock: [{ order: 30, useEntry: useChatEntry }] };

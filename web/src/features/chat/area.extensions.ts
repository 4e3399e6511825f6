import type { AreaExtensions } from '../../extensions/area.ts';
import { useDockEntry } from './dock/useDockEntry.ts';

export const extensions: AreaExtensions = { dock: [{ order: 30, useEntry: useDockEntry }] };

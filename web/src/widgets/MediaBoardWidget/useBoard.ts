import { useEffect, useMemo } from 'react';
import { useLocalizedEntry } from '../../platform/i18n/useLanguage.ts';
import { useVenue } from '../../platform/state/venue.ts';
import { runInSlices } from '../../platform/time/runInSlices.ts';
import { foldInSteps } from '../media/mediaItem.ts';
import type { ConfigurationOf } from '../registry/widgetProps.ts';
import { createBoard, type Board } from './board.ts';

/** The board in the current language. */
export function useBoard({ contentPieces }: ConfigurationOf<'MediaBoardWidget'>): Board {
  const assets = useVenue((state) => state.assets);
  const localizedEntry = useLocalizedEntry();
  const board = useMemo(
    () => createBoard(contentPieces, { assets, localizedEntry }),
    [contentPieces, assets, localizedEntry],
  );
  useEffect(() => runInSlices(foldInSteps(board.cards), () => undefined), [board]);
  return board;
}

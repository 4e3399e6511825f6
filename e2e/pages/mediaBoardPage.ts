/** A media board in the lounge. */
import { randomUUID } from 'node:crypto';
import type { Foyer } from '../harness/fixtures.ts';
import { findArea } from './areaPage.ts';

/** Publishes a board with the card `dawn` in the lounge, as the widget `wall`. */
export const publishBoard = (foyer: Foyer, liveDiscussion = false): Promise<void> =>
  foyer.saveAndPublish((architecture) => {
    findArea(architecture, 'lounge').contentWidgets = [
      {
        id: 'wall',
        type: 'MediaBoardWidget',
        name: 'Wall',
        configurations: [
          {
            id: 'always',
            name: 'Always',
            // The server keeps the likes and discussions of other tests.
            mediaBoardId: randomUUID(),
            liveDiscussion,
            contentPieces: [{ id: 'dawn', names: [{ locale: 'en', text: 'Dawn' }] }],
          },
        ],
      },
    ];
  });

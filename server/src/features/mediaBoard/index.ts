/**
 * Media boards (BOARD): attendees and guests like content pieces, once each, and see the counts of all others live.
 *
 * A like and the count of its content piece change in one unit (`store.ts`). `liveLikes.ts` sends changed counts to the
 * tabs that have the board open, on all nodes. `recommendations/` says what a user may like (decision 154). Comments are
 * messages of chat, which stores their likes; they come by the same endpoints. The boards and their content pieces are
 * widgets of the venue (`shownBoards.ts`).
 */
import {
  closeMediaBoard,
  likeContent,
  listLikes,
  listRecommendations,
  openMediaBoard,
  unlikeContent,
} from '@foyer/contract';
import { defineFeature, type Feature, type Platform } from '#platform/feature';
import { attendee, attendeeIdOf, route, type Caller } from '#platform/http/route';
import { onCommand } from '#platform/realtime/commands';
import { createLiveLikes } from './liveLikes.ts';
import type { LikeAuthor, MediaBoardPorts } from './ports.ts';
import { dropAfterMs, Recommendations } from './recommendations/recommendations.ts';
import { MediaBoardService } from './service.ts';
import { ShownBoards } from './shownBoards.ts';
import { MediaBoardStore } from './store.ts';
import { mediaBoardMigrations, type MediaBoardTables } from './tables.ts';

export const mediaBoardFeature = defineFeature({ migrations: mediaBoardMigrations, create });

function create(
  platform: Platform<MediaBoardTables>,
  { shownArchitecture, comments }: MediaBoardPorts,
): Feature {
  const store = new MediaBoardStore(platform.storage);
  const liveLikes = createLiveLikes({ ...platform, store });
  const shownBoards = new ShownBoards(shownArchitecture, platform.clock);
  const recommendations = new Recommendations({ ...platform, store });
  const service = new MediaBoardService({
    ...platform,
    store,
    shownBoards,
    liveLikes,
    recommendations,
    comments,
  });
  return {
    routes: [
      route({
        endpoint: likeContent,
        policy: attendee,
        handle: (call) => service.like(authorOf(call), call.body),
      }),
      route({
        endpoint: unlikeContent,
        policy: attendee,
        handle: (call) => service.unlike(authorOf(call), call.body),
      }),
      route({
        endpoint: listLikes,
        policy: attendee,
        handle: (call) => service.list(authorOf(call), call.query),
      }),
      route({
        endpoint: listRecommendations,
        policy: attendee,
        handle: (call) => service.recommend(authorOf(call), call.params, call.query),
      }),
    ],
    commands: [
      onCommand(openMediaBoard, (connection, input) => service.open(connection, input)),
      onCommand(closeMediaBoard, (connection, { mediaBoardId }) =>
        liveLikes.close(connection, { mode: connection.mode, mediaBoardId }),
      ),
    ],
    connections: { closed: (connection) => liveLikes.closeAll(connection) },
    personalData: {
      export: async (accountId) => ({ likes: await service.export(accountId) }),
      erase: (accountId) => service.erase(accountId),
    },
    jobs: [
      {
        name: 'drop the likes of media boards without requests for recommendations',
        everyMs: dropAfterMs,
        run: async () => recommendations.dropUnused(),
      },
    ],
    stop: async () => {
      liveLikes.stop();
      await recommendations.stop();
    },
  };
}

const authorOf = ({ mode, caller }: { mode: LikeAuthor['mode']; caller: Caller }): LikeAuthor => ({
  mode,
  authorId: attendeeIdOf(caller),
});

/** A big venue with a media board, and requests of its guests. */
import type { VenueInput } from '@foyer/contract';
import { bigVenue, bigVenueAssetIds } from './big-venue.fixture.ts';
import { callDesigner } from './foyer.fixture.ts';

export const mediaBoardId = 'posters';
export const cardId = (index: number): string => `card-${index}`;

/** A GIF of one pixel: pictures are not measured. */
const pixel = new Uint8Array(Buffer.from('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==', 'base64'));

function venueWithBoard(cards: number): VenueInput {
  const venue = bigVenue();
  venue.architectures[0]?.areas[0]?.contentWidgets?.push({
    id: 'board',
    type: 'MediaBoardWidget',
    name: 'Board',
    configurations: [
      {
        id: 'always',
        name: 'Always',
        mediaBoardId,
        contentPieces: Array.from({ length: cards }, (_, index) => ({ id: cardId(index), names: [] })),
      },
    ],
  });
  return venue;
}

/** Publishes a venue whose board has a number of cards. */
export async function publishBoard(url: string, cards: number): Promise<void> {
  for (const id of bigVenueAssetIds) await callDesigner(url, 'PUT', `/designer/assets/${id}`, pixel);
  const saved = JSON.stringify({ baseVersion: 0, venue: venueWithBoard(cards) });
  await callDesigner(url, 'POST', '/designer/save-venue-json/stage', saved);
  await callDesigner(url, 'POST', '/designer/publish/expo', '{}');
}

/** A GET request, or a POST request if there is a body. @throws if the status is not 2xx */
export async function callAs(token: string, url: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${url}/api${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

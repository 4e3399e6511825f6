import { expect, test } from 'vitest';
import { withCurrentSignature } from './withCurrentSignature.ts';

const page = 'https://venue.example.org/v/nightfall/area/lobby';
const playlist = '/backend-assets/live/nightfall/talk/2/playlist.m3u8?expires=2000&signature=new';

test.each([
  [
    'a segment of the asset',
    'https://venue.example.org/backend-assets/live/nightfall/talk/2/720p/seg1.ts?expires=1000&signature=old',
    'https://venue.example.org/backend-assets/live/nightfall/talk/2/720p/seg1.ts?expires=2000&signature=new',
  ],
  [
    'the playlist itself',
    '/backend-assets/live/nightfall/talk/2/playlist.m3u8?expires=1000&signature=old',
    'https://venue.example.org/backend-assets/live/nightfall/talk/2/playlist.m3u8?expires=2000&signature=new',
  ],
  [
    'another asset',
    'https://venue.example.org/backend-assets/live/nightfall/other/2/seg1.ts?expires=1000&signature=old',
    undefined,
  ],
  [
    'a file of another server',
    'https://cdn.example.org/backend-assets/live/nightfall/talk/2/seg1.ts?token=own',
    undefined,
  ],
])('ASSET-02f with a renewed URL of a stream, %s is requested correctly', (_what, file, expected) => {
  expect(withCurrentSignature(file, playlist, page)).toBe(expected ?? file);
});

test('ASSET-02g the files of a stream of another server keep their own query', () => {
  const file = 'https://cdn.example.org/film/seg1.ts?token=own';
  expect(withCurrentSignature(file, 'https://cdn.example.org/film/playlist.m3u8?token=new', page)).toBe(file);
});

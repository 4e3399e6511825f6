import { expect, test } from 'vitest';
import { videoAddress, videoKindOf } from './videoSource.ts';

test('AREA-03a a Vimeo URL, and no similar one, is played by its provider', () => {
  expect(videoKindOf('https://vimeo.com/123')).toBe('provider');
  expect(videoKindOf('https://player.vimeo.com/video/123')).toBe('provider');
  expect(videoKindOf('https://notvimeo.com/film.mp4')).toBe('file');
  expect(videoKindOf('https://vimeo.com.example/film.mp4')).toBe('file');
});

test('AREA-03b a playlist is recognized by its path, whatever the query is', () => {
  expect(videoKindOf('https://media.example/live/index.M3U8?token=1')).toBe('playlist');
  expect(videoKindOf('/backend-assets/live/nightfall/plenary-loop/1')).toBe('file');
  expect(videoKindOf('https://media.example/film.mp4?next=.m3u8')).toBe('file');
});

test('CONSENT-14m a video of a host with a trailing dot is loaded without it, as the policy of the page names it', () => {
  expect(videoAddress('https://media.example.org./loop.mp4?x=1', undefined)).toBe(
    'https://media.example.org/loop.mp4?x=1',
  );
});

test('AREA-03o an asset of the venue is loaded from its URI, a stream from its playlist', () => {
  const uri = '/backend-assets/live/nightfall/loop/2';
  expect(videoAddress('asset:loop', { id: 'loop', alts: [], uri, mediaType: 'video/mp4' })).toBe(uri);
  expect(
    videoAddress('asset:loop', { id: 'loop', alts: [], uri, mediaType: 'application/vnd.apple.mpegurl' }),
  ).toBe(`${uri}/playlist.m3u8`);
  expect(videoAddress('asset:loop', undefined)).toBeUndefined();
  expect(videoAddress('https://media.example/loop.mp4', undefined)).toBe('https://media.example/loop.mp4');
});

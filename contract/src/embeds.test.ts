import { expect, test } from 'vitest';
import { embedOf, isVimeoStream, parseVimeo, vimeoEmbedUrl } from './embeds.ts';
import { errorsOf, urisOf } from './widgets/configurationIssues.testing.ts';

test.each([
  ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871?dnt=1'],
  ['https://www.vimeo.com/76979871/', 'https://player.vimeo.com/video/76979871?dnt=1'],
  ['https://vimeo.com/channels/staffpicks/76979871', 'https://player.vimeo.com/video/76979871?dnt=1'],
  ['https://vimeo.com/groups/shorts/videos/76979871', 'https://player.vimeo.com/video/76979871?dnt=1'],
  ['https://vimeo.com/76979871/8272103f6e', 'https://player.vimeo.com/video/76979871?h=8272103f6e&dnt=1'],
  ['https://vimeo.com/76979871?h=8272103f6e', 'https://player.vimeo.com/video/76979871?h=8272103f6e&dnt=1'],
  [
    'https://player.vimeo.com/video/76979871?h=8272103f6e&autoplay=1&dnt=0&color=00adef#t=30s',
    'https://player.vimeo.com/video/76979871?color=00adef&h=8272103f6e&dnt=1#t=30s',
  ],
  ['https://vimeo.com/76979871?share=copy#t=1m5s', 'https://player.vimeo.com/video/76979871?dnt=1#t=1m5s'],
  ['https://vimeo.com/event/4387', 'https://vimeo.com/event/4387/embed?dnt=1'],
  ['https://vimeo.com/event/4387/embed/c0ffee', 'https://vimeo.com/event/4387/embed/c0ffee?dnt=1'],
  ['https://vimeo.com/showcase/9012', 'https://vimeo.com/showcase/9012/embed?dnt=1'],
  ['https://vimeo.com/album/9012', 'https://vimeo.com/showcase/9012/embed?dnt=1'],
  ['https://vimeo.com/showcase/9012/video/77', 'https://vimeo.com/showcase/9012/video/77/embed?dnt=1'],
])('MEET-04a %s is rewritten to the form for frames', (address, expected) => {
  expect(embedOf(address)?.url).toBe(expected);
});

test.each([
  'https://vimeo.com.evil.example/76979871',
  'https://evilvimeo.com/76979871',
  'https://api.vimeo.com/76979871',
  'https://user:secret@vimeo.com/76979871',
  'http://vimeo.com/76979871',
  'javascript:alert(1)//vimeo.com/1',
  'https://vimeo.com/about',
  'https://vimeo.com/76979871/../../event/x',
  'not an address',
])('MEET-04b %s is no content of Vimeo', (address) => {
  expect(parseVimeo(address)).toBeUndefined();
});

test('MEET-04c a hash that is not hexadecimal does not get into the address of the player', () => {
  const content = parseVimeo('https://vimeo.com/1?h=%22%3E%3Cscript%3E');
  expect(content && vimeoEmbedUrl(content)).toBe('https://player.vimeo.com/video/1?dnt=1');
});

test('WIDGET-16a the venue check refuses an address that is not on Vimeo, and names it', () => {
  expect(errorsOf('VimeoWidget', urisOf('https://vimeo.com/1', 'https://vimeo.com.evil.example/1'))).toEqual([
    ['uris.1.uri', 'is not the address of a film, an event or a showcase on Vimeo'],
  ]);
});

test('WIDGET-16b options of the player are added to its address', () => {
  const options = { autoplay: true, background: true, texttrack: 'de' };
  expect(vimeoEmbedUrl({ kind: 'video', id: '1' }, options)).toBe(
    'https://player.vimeo.com/video/1?dnt=1&autoplay=1&background=1&texttrack=de',
  );
});

test.each([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', ''],
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=1h1m3s&list=1', '?start=3663'],
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=soon', ''],
  ['https://youtu.be/dQw4w9WgXcQ?si=1&t=90', '?start=90'],
  ['https://www.youtube.com/live/dQw4w9WgXcQ', ''],
  ['https://www.youtube.com/embed/dQw4w9WgXcQ?autoplay=1&start=3&rel=0', '?start=3&rel=0'],
])('WIDGET-04a %s is shown by the player without cookies', (address, parameters) => {
  expect(embedOf(address)?.url).toBe(`https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ${parameters}`);
});

test('WIDGET-04b a page that refuses frames is never framed; any other page is, unchanged and in a sandbox', () => {
  expect(embedOf('https://www.linkedin.com/company/foyer')).toBeUndefined();
  expect(embedOf('https://x.com/foyer')).toBeUndefined();
  expect(embedOf('https://netflix.com/')).toBeDefined();
  expect(embedOf('https://vimeo.com/about')).toBeUndefined();
  expect(embedOf('https://docs.google.com/forms/d/1/viewform')).toBeDefined();
  const page = embedOf('https://example.org/page?x=1#y');
  expect(page).toMatchObject({ url: 'https://example.org/page?x=1#y', permissions: [] });
  expect(page?.sandbox).toContain('allow-scripts');
  expect(page?.sandbox).not.toContain('allow-top-navigation');
});

test.each([
  ['https://maps.google.com/maps?q=Berlin&output=embed', 'https://www.google.com/maps?q=Berlin&output=embed'],
  ['https://maps.google.com/?q=Berlin&output=embed', 'https://www.google.com/maps?q=Berlin&output=embed'],
  ['https://google.com/maps/embed?pb=!1m18', 'https://www.google.com/maps/embed?pb=!1m18'],
  ['https://www.google.com/maps/d/u/0/embed?mid=1', 'https://www.google.com/maps/d/u/0/embed?mid=1'],
])('WIDGET-04n %s is a map that is framed from the host that Google sends it to', (address, expected) => {
  expect(embedOf(address)).toMatchObject({ url: expected, permissions: ['fullscreen'] });
});

test.each([
  'https://www.google.com/maps/embed/v1/place?key=1&q=Berlin',
  'https://sites.google.com/view/foyer',
  'https://www.facebook.com/plugins/video.php?href=https%3A%2F%2Fwww.facebook.com%2Ffoyer',
  'https://www.instagram.com/p/C0ffee/embed/',
  'https://www.linkedin.com/embed/feed/update/urn:li:share:1',
  'https://www.tiktok.com/embed/v2/1',
  'https://platform.twitter.com/embed/Tweet.html?id=1',
])('WIDGET-04o %s is framed, although the other pages of its website refuse it', (address) => {
  expect(embedOf(address)?.url).toBe(address);
});

test.each([
  'https://www.google.com/maps/place/Berlin',
  'https://www.google.com/?output=embed',
  'https://www.google.com/maps/embedded',
  'https://meet.google.com/abc-defg-hij',
  'https://www.facebook.com/foyer/plugins/',
  'https://www.instagram.com/p/C0ffee/',
  'https://www.linkedin.com/embedded',
  'https://www.facebook.com./foyer',
])('WIDGET-04p %s refuses frames', (address) => {
  expect(embedOf(address)).toBeUndefined();
});

test('CONSENT-14l a host with a trailing dot is framed without it, as the policy of the page names it', () => {
  expect(embedOf('https://example.org./page')?.url).toBe('https://example.org/page');
  expect(embedOf('https://vimeo.com./76979871')?.url).toBe('https://player.vimeo.com/video/76979871?dnt=1');
});

test.each([
  ['https://player.vimeo.com/external/1.m3u8?s=1', true],
  ['https://player.vimeo.com:443/external/1.m3u8', true],
  ['https://skyfire.vimeocdn.com/1.m3u8', true],
  ['https://player.vimeo.com:8443/external/1.m3u8', false],
  ['https://skyfire.vimeocdn.com:8443/1.m3u8', false],
  ['http://player.vimeo.com/external/1.m3u8', false],
  ['https://vimeocdn.com/1.m3u8', false],
  ['https://vimeocdn.com.example.org/1.m3u8', false],
  ['not an address', false],
])('CALL-11aa the stream at %s can be loaded by pages: %s', (address, expected) => {
  expect(isVimeoStream(address)).toBe(expected);
});

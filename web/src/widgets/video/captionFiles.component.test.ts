/** Caption files of a film. Films on Vimeo have none, so this player is rendered without the app. */
import type { Architecture } from '@foyer/contract';
import { createElement } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { startI18n } from '../../platform/i18n/i18n.ts';
import { initialUi, useUi } from '../../platform/state/ui.ts';
import { createVenueState, initialVenue } from '../../platform/state/venue.ts';
import { currentVisit } from '../../platform/visit/currentVisit.ts';
import { VisitProvider } from '../../platform/visit/VisitProvider.tsx';
import { interceptFiles } from '../../testing/interceptFiles.ts';
import VideoPlayer from './VideoPlayer.tsx';

const access = { areaId: 'lounge', widgetId: 'library', configId: 'talks', videoUrl: 'film' };
const venue = () => currentVisit().get(createVenueState);
const json = { 'content-type': 'application/json' };

afterEach(() => {
  vi.restoreAllMocks();
  venue().setState(initialVenue);
  useUi.setState(initialUi);
  localStorage.removeItem('foyer.captions');
});

test('CALL-11z caption files are offered by language, and the chosen one is loaded and shown', async () => {
  const captions = (['de', 'en'] as const).map((locale) => ({ locale, assetId: `captions-${locale}` }));
  useUi.setState({ loginEnabled: false });
  venue().setState({
    architecture: { id: 'nightfall' } as Architecture,
    assets: new Map(
      captions.map(({ assetId: id }) => [
        id,
        { id, alts: [], uri: `/backend-assets/live/captions/${id}/1`, mediaType: 'text/vtt' },
      ]),
    ),
  });
  const loaded: string[] = [];
  await interceptFiles('*/backend-assets/live/captions/*', ({ request: { url } }) => {
    loaded.push(new URL(url).pathname);
    const body = `WEBVTT\n\n00:00.000 --> 01:00.000\n${url.includes('-de') ? 'Guten Abend' : 'Good evening'}\n`;
    return { status: 200, type: 'text/vtt', body };
  });
  vi.spyOn(window, 'fetch').mockImplementation(async () =>
    Response.json({ kind: 'file', url: '/backend-assets/live/demo/plenary-loop/1' }, { headers: json }),
  );
  await startI18n();
  const player = createElement(VideoPlayer, { access, name: 'Talk', captions });
  await render(createElement(VisitProvider, null, player));
  const video = () => document.querySelector('video') as HTMLVideoElement;
  await expect.poll(() => video().readyState).toBeGreaterThan(1);
  expect(loaded).toEqual([]);
  await page.getByRole('combobox', { name: 'Captions: Off' }).click();
  // The user's language comes first.
  await expect
    .poll(() => [...document.querySelectorAll('[role=option]')].map(({ textContent }) => textContent))
    .toEqual(['English', 'German', 'Off']);
  await page.getByRole('option', { name: 'German' }).click();
  const texts = () =>
    [...video().textTracks]
      .filter(({ mode }) => mode === 'showing')
      .flatMap(({ cues }) => [...(cues ?? [])].map((cue) => (cue as VTTCue).text));
  await expect.poll(texts).toEqual(['Guten Abend']);
  expect(loaded).toEqual(['/backend-assets/live/captions/captions-de/1']);
  await page.getByRole('combobox', { name: 'Captions: German' }).click();
  await page.getByRole('option', { name: 'Off' }).click();
  await expect.poll(texts).toEqual([]);
  // In the menu of the browser captions can be turned off too, and then stay off.
  await page.getByRole('combobox', { name: 'Captions: Off' }).click();
  await page.getByRole('option', { name: 'German' }).click();
  await expect.poll(texts).toEqual(['Guten Abend']);
  for (const track of video().textTracks) track.mode = 'disabled';
  await expect.element(page.getByRole('combobox', { name: 'Captions: Off' })).toBeVisible();
  expect(texts()).toEqual([]);
});

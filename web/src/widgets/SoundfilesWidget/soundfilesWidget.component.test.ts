/** Sounds that play on across areas: playlist, controls, tabs, meetings, films, and files that fail. */
import { expect, onTestFinished, test } from 'vitest';
import { signAssetUrl } from '@foyer/contract';
import { expectEvents } from '../../platform/analytics/testing/trackedEvents.ts';
import { ada, anonymousLogin, FakeServer, passwordLogin, type PageWindow } from '../../testing/fakeServer.ts';
import { interceptFiles } from '../../testing/interceptFiles.ts';
import { logInElsewhere, logOutElsewhere } from '../../testing/otherTab.ts';
import { openPage, phone, type AppPage, type PageOptions } from '../../testing/page.ts';
import { silentWave, silentWaveUrl } from '../../testing/silentWave.ts';
import { askFilm } from '../../testing/vimeoFilm.ts';
import type { ConfigurationOf } from '../registry/widgetProps.ts';
import {
  expectOpen,
  hotspot,
  inLounge,
  lounge,
  panel as panelOf,
  type ContentWidget,
} from '../testing/widgetPage.ts';

const address = `${lounge}?widget=shell`;
const panel = (page: AppPage) => panelOf(page, 'Shell');
const row = (page: AppPage, name: string) => panel(page).getByRole('button', { name: new RegExp(name) });
const island = (page: AppPage) => page.getByRole('region', { name: 'Sound' });
const control = (page: AppPage, name: string) => island(page).getByRole('button', { name, exact: true });
const secondsOf = (page: AppPage): number =>
  Number((island(page).getByRole('slider', { name: 'Position' }).element() as HTMLInputElement).value);

/** A playlist in the lounge, named Shell. */
const shell = (names: readonly string[]): ContentWidget => ({
  id: 'shell',
  type: 'SoundfilesWidget',
  name: 'Shell',
  configurations: [
    {
      id: 'shell',
      name: 'shell',
      cookieProviders: [],
      sounds: names.map((name, index) => ({
        id: `sound-${index}`,
        names: [{ locale: 'en', text: name }],
        assets: [{ locale: 'en', assetId: `sound-${index}` }],
      })),
    },
  ],
  placements: [{ viewpointId: 'main', position: { kind: '2D', x: 0.5, y: 0.42 } }],
});

/** @param urls of the sounds, by default of half a minute each */
function serverWithSounds(
  names: readonly string[] = ['Rain', 'Wind', 'Sea'],
  urls: readonly string[] = [],
  ...others: ContentWidget[]
): FakeServer {
  const usual = silentWaveUrl(30);
  return new FakeServer().change((architecture, venue) => {
    inLounge(shell(names), ...others)(architecture, venue);
    names.forEach((_, index) => {
      const uri = urls[index] ?? usual;
      venue.assets.push({ id: `sound-${index}`, uri, alts: [], mediaType: 'audio/wav' });
    });
  });
}

async function openPlaylist(options: PageOptions = {}, path = address): Promise<AppPage> {
  const page = await openPage(path, { server: serverWithSounds(), ...options });
  await expectOpen(page, 'Shell');
  return page;
}

async function play(page: AppPage, name = 'Rain'): Promise<void> {
  await row(page, name).click();
  await expect.element(row(page, name)).toMatchTextContent('Playing');
}

const closePanel = (page: AppPage): Promise<void> =>
  panel(page).getByRole('button', { name: 'Close' }).click();

/** Collects the audio elements of the page. */
function collectAudio(elements: HTMLAudioElement[]): (page: PageWindow) => void {
  return (page) => {
    page.Audio = new Proxy(page.Audio, {
      construct(Original) {
        const created = new Original();
        elements.push(created);
        return created;
      },
    });
  };
}

test('WIDGET-11q a sound plays on in other areas, with its controls above the dock, until it is closed', async () => {
  const server = serverWithSounds(undefined, Array<string>(3).fill(silentWaveUrl(120)));
  const page = await openPlaylist({ server });
  await expect.element(row(page, 'Wind')).toMatchTextContent('2:00');
  await expect.element(island(page)).not.toBeInTheDocument();
  await play(page);
  await expect.element(row(page, 'Rain')).toHaveAttribute('aria-current', 'true');
  expect(page.window.navigator.mediaSession.metadata?.title).toBe('Rain');
  await closePanel(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Library' }).click();
  await expect.element(page.heading('Library')).toBeInTheDocument();
  await expect.element(control(page, 'Pause')).toBeVisible();
  const before = secondsOf(page);
  await expect.poll(() => secondsOf(page)).toBeGreaterThan(before);
  await control(page, 'Forward 15 seconds').click();
  await expect.poll(() => secondsOf(page)).toBeGreaterThanOrEqual(before + 15);
  await control(page, 'Next sound').click();
  await expect.element(island(page)).toMatchTextContent('Wind');
  await expect.element(control(page, 'Pause')).toBeVisible();
  await page.expectAccessible();
  await control(page, 'Pause').click();
  await control(page, 'Play').click();
  await expect.element(control(page, 'Pause')).toBeVisible();
  await control(page, 'Stop and close').click();
  await expect.element(island(page)).not.toBeInTheDocument();
  await expect.element(page.heading('Library')).toHaveFocus();
  const subject = 'area=lounge widget=shell type=SoundfilesWidget';
  await expectEvents(
    server,
    ['asset'],
    [`asset access ${subject} asset=sound-0`, `asset access ${subject} asset=sound-1`],
  );
});

test('WIDGET-11r a press in the playlist pauses and goes on; speed and volume are those of the user for every sound', async () => {
  const elements: HTMLAudioElement[] = [];
  const page = await openPlaylist({ prepare: collectAudio(elements) });
  await play(page);
  const audio = elements.find(({ paused }) => !paused);
  await row(page, 'Rain').click();
  await expect.element(row(page, 'Rain')).toMatchTextContent('Paused');
  expect(audio?.paused).toBe(true);
  await play(page);
  await island(page).getByRole('combobox', { name: 'Speed: 1×' }).click();
  await page.getByRole('option', { name: '1.5×' }).click();
  await control(page, 'Mute').click();
  await play(page, 'Sea');
  expect(audio?.playbackRate).toBe(1.5);
  expect(audio?.volume).toBe(0);
  await expect.element(row(page, 'Rain')).not.toHaveAttribute('aria-current');
});

test('WIDGET-11s only one tab plays a sound', async () => {
  const page = await openPlaylist();
  const otherTab = new BroadcastChannel('foyer.sound');
  onTestFinished(() => otherTab.close());
  const post: (message: 'playing') => void = otherTab.postMessage.bind(otherTab);
  const received: unknown[] = [];
  otherTab.addEventListener('message', ({ data }) => received.push(data));
  await play(page);
  await expect.poll(() => received).toEqual(['playing']);
  post('playing');
  await expect.element(island(page)).toMatchTextContent('Playing in another tab');
  await control(page, 'Play here').click();
  await expect.element(control(page, 'Pause')).toBeVisible();
  await expect.poll(() => received).toEqual(['playing', 'playing']);
});

test('WIDGET-11t a meeting pauses the sound, which can go on after it', async () => {
  const origin = 'https://nightfall.whereby.com';
  const meeting: ContentWidget = {
    id: 'meeting',
    type: 'WherebyMeetingWidget',
    name: 'Workshop',
    configurations: [
      { id: 'talk', name: 'talk', cookieProviders: [], meetingUrl: `${origin}/workshop?roomKey=guest` },
    ],
    placements: [{ viewpointId: 'main', position: { kind: '2D', x: 0.3, y: 0.42 } }],
  };
  const page = await openPlaylist({ server: serverWithSounds(['Rain'], [], meeting) });
  await play(page);
  await closePanel(page);
  await hotspot(page, 'Workshop').click();
  await page.getByRole('button', { name: 'Join here', exact: true }).click();
  const frame = page.getByCSS('iframe[title="Workshop"]');
  await expect.element(frame).toBeVisible();
  const { contentWindow: source } = frame.element() as HTMLIFrameElement;
  page.window.dispatchEvent(
    new page.window.MessageEvent('message', { data: { type: 'join' }, origin, source }),
  );
  await expect.element(island(page)).toMatchTextContent('Paused for your call');
  await panelOf(page, 'Workshop').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Leave meeting' }).click();
  await control(page, 'Continue').click();
  await expect.element(control(page, 'Pause')).toBeVisible();
});

test('WIDGET-11u a film pauses the sound, which pauses the film when it goes on', async () => {
  const film: ContentWidget = {
    id: 'film',
    type: 'VimeoWidget',
    name: 'Opening',
    configurations: [
      {
        id: 'film',
        name: 'film',
        cookieProviders: [],
        uris: [{ locale: 'en', uri: 'https://vimeo.com/300901' }],
        autoplay: true,
      },
    ],
    placements: [{ viewpointId: 'main', position: { kind: '2D', x: 0.3, y: 0.42 } }],
  };
  const page = await openPlaylist({ server: serverWithSounds(['Rain'], [], film) });
  await play(page);
  await closePanel(page);
  await hotspot(page, 'Opening').click();
  await expectOpen(page, 'Opening');
  const ask = askFilm(page);
  await expect.poll(() => ask('getPaused')).toBe(false);
  await expect.element(island(page)).toMatchTextContent('Paused while something else plays');
  await control(page, 'Play').click();
  await expect.poll(() => ask('getPaused')).toBe(true);
  await expect.element(control(page, 'Pause')).toBeVisible();
  // `followMediaElements` reports elements of the page, such as the film of a library.
  const other = page.document.createElement('audio');
  other.src = silentWaveUrl(30);
  page.document.body.append(other);
  await other.play();
  await expect.element(island(page)).toMatchTextContent('Paused while something else plays');
  other.pause();
  await control(page, 'Continue').click();
  await expect.element(control(page, 'Pause')).toBeVisible();
});

test('WIDGET-11v a browser that refuses to play offers a button', async () => {
  let refusals = 1;
  const page = await openPlaylist({
    prepare: (window) => {
      const { prototype } = window.HTMLMediaElement;
      const original = Reflect.get(prototype, 'play');
      prototype.play = function play(this: HTMLMediaElement) {
        refusals -= 1;
        return refusals < 0
          ? original.call(this)
          : Promise.reject(new window.DOMException('refused', 'NotAllowedError'));
      };
    },
  });
  await row(page, 'Rain').click();
  await expect.element(row(page, 'Rain')).toMatchTextContent('Press to play');
  await control(page, 'Start').click();
  await expect.element(row(page, 'Rain')).toMatchTextContent('Playing');
});

test('WIDGET-11w ASSET-02s a sound whose address has expired is signed again, and plays when the server is reachable', async () => {
  const body = silentWave(60);
  let isReachable = false;
  await interceptFiles('*/test/tone/*', ({ request: { url } }) =>
    url.endsWith('signature=1')
      ? { status: 403 }
      : isReachable
        ? { status: 200, type: 'audio/wav', body }
        : 'lost',
  );
  let signatures = 0;
  const server = serverWithSounds(['Rain'], ['/backend-assets/live/test/tone/1'])
    .requireLogin()
    .signIn()
    .respondTo(signAssetUrl, ({ query: { url } }) => {
      if (url.includes('/tone/')) signatures += 1;
      return { signedUrl: `${url}?signature=${signatures}` };
    });
  const page = await openPlaylist({ server });
  await row(page, 'Rain').click();
  await expect.element(row(page, 'Rain')).toMatchTextContent('Could not be played');
  isReachable = true;
  page.setOnline(true);
  await expect.element(row(page, 'Rain')).toMatchTextContent('Playing');
  expect(signatures).toBe(2);
});

test('WIDGET-11x a sound whose file is gone says so and offers the next one', async () => {
  const page = await openPlaylist({
    server: serverWithSounds(['Rain', 'Wind'], ['/backend-assets/live/test/absent/1']),
  });
  await row(page, 'Rain').click();
  await expect.element(row(page, 'Rain')).toMatchTextContent('Not available');
  await expect.element(island(page).getByRole('status')).toMatchTextContent('This sound isn’t available');
  // Both the offer and the button among the controls.
  await control(page, 'Next sound').first().click();
  await expect.element(row(page, 'Wind')).toMatchTextContent('Playing');
});

test('WIDGET-11y in Arabic on a phone, a line above the dock opens the other controls; 200 sounds and long names fit', async () => {
  const elements: HTMLAudioElement[] = [];
  const names = ['Wave'.repeat(75), ...Array.from({ length: 199 }, (_, index) => `Sound ${index + 2}`)];
  const page = await openPlaylist(
    { ...phone, server: serverWithSounds(names), prepare: collectAudio(elements) },
    `${address}&lang=ar`,
  );
  await row(page, 'WaveWave').click();
  await expect.element(row(page, 'WaveWave')).toMatchTextContent('قيد التشغيل');
  await page.expectAccessible();
  await expect.element(row(page, 'Sound 200')).toBeInTheDocument();
  row(page, 'Sound 200').element().scrollIntoView();
  await expect.element(row(page, 'Sound 200')).toMatchTextContent('0:30');
  // The player's element, and one for each length that was read.
  expect(elements.length).toBeLessThan(100);
  await panel(page).getByRole('button', { name: 'إغلاق' }).click();
  const arabicIsland = page.getByRole('region', { name: 'الصوت' });
  const more = arabicIsland.getByRole('button', { name: 'مزيد من عناصر التحكم' });
  await expect.element(more).toHaveAttribute('aria-expanded', 'false');
  await more.click();
  await expect.element(arabicIsland.getByRole('slider', { name: 'الموضع' })).toBeVisible();
  const back = page.boxOf(arabicIsland.getByRole('button', { name: 'الرجوع 15 ثانية' }));
  const forward = page.boxOf(arabicIsland.getByRole('button', { name: 'التقدم 15 ثانية' }));
  // Time runs from left to right, as the icons do.
  expect(back.x).toBeLessThan(forward.x);
  // What is above the dock moves up by the height of the controls.
  const { height } = page.boxOf(arabicIsland);
  expect(height).toBeGreaterThan(120);
  const { style } = page.document.documentElement;
  await expect.poll(() => style.getPropertyValue('--sound-height')).toBe(`${height}px`);
  expect(page.fitsAcross).toBe(true);
  await page.expectAccessible();
});

test.each([
  ['a login', [passwordLogin], /^\/login/],
  ['no login', [anonymousLogin, passwordLogin], /^\/v\/nightfall\/area\/lounge/],
])('WIDGET-11z where %s is required, logging out stops the sound', async (_, loginOptions, path) => {
  const elements: HTMLAudioElement[] = [];
  const server = serverWithSounds().signIn();
  server.loginOptions = loginOptions;
  const page = await openPlaylist({ server, prepare: collectAudio(elements) });
  await play(page);
  const audio = elements.find(({ paused }) => !paused);
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect.poll(() => audio?.paused).toBe(true);
  await expect.poll(() => page.window.navigator.mediaSession.metadata).toBeNull();
  await expect.element(island(page)).not.toBeInTheDocument();
  await expect.poll(() => page.path).toMatch(path);
});

test('WIDGET-11ap SESSION-10 the sound of a guest plays on when they log in, and ends when they log out', async () => {
  const elements: HTMLAudioElement[] = [];
  const server = serverWithSounds();
  server.loginOptions = [anonymousLogin, passwordLogin];
  const page = await openPlaylist({ server, prepare: collectAudio(elements) });
  await play(page);
  const audio = elements.find(({ paused }) => !paused);
  logInElsewhere(server, ada);
  await expect.element(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
  await expect.element(control(page, 'Pause')).toBeVisible();
  expect(audio?.paused).toBe(false);
  logOutElsewhere(server);
  await expect.poll(() => audio?.paused).toBe(true);
  await expect.element(island(page)).not.toBeInTheDocument();
});

test('WIDGET-11ah two playlists in the picture both show the lengths of their sounds, also of a new generation', async () => {
  const names = ['Rain', 'Wind', 'Sea'];
  const inPicture = (id: string, x: number): ContentWidget => {
    const widget = shell(names.map((name) => `${name} ${id}`));
    const [configuration] = widget.configurations as ConfigurationOf<'SoundfilesWidget'>[];
    if (!configuration) throw new Error('The playlist has no configuration.');
    const sounds = configuration.sounds.map((sound, index) => ({
      ...sound,
      assets: [{ locale: 'en' as const, assetId: `${id}-${index}` }],
    }));
    return {
      ...widget,
      id,
      name: id,
      configurations: [{ ...configuration, displayMode: 'EMBEDDED', sounds }],
      placements: [
        { viewpointId: 'main', position: { kind: '2D', x, y: 0.42 }, size: { width: 0.3, height: 0.5 } },
      ],
    } as ContentWidget;
  };
  const server = new FakeServer().change((architecture, venue) => {
    inLounge(inPicture('first', 0.25), inPicture('second', 0.75))(architecture, venue);
    for (const id of ['first', 'second'])
      names.forEach((_, index) =>
        venue.assets.push({ id: `${id}-${index}`, uri: silentWaveUrl(30), alts: [], mediaType: 'audio/wav' }),
      );
  });
  const page = await openPage(lounge, { server });
  for (const id of ['first', 'second'])
    for (const name of names)
      await expect
        .element(page.getByRole('button', { name: new RegExp(`${name} ${id}`) }))
        .toMatchTextContent('0:30');
  server.publish((_, { assets }) => {
    for (const asset of assets) if (asset.id === 'second-0') asset.uri = silentWaveUrl(20);
  });
  // The app then looks for a new version of the venue.
  page.setOnline(true);
  await expect.element(page.getByRole('button', { name: /Rain second/ })).toMatchTextContent('0:20');
});

/** Pages whose policy does not allow what the venue loads. */
import { pageSourcesMeta, type Architecture } from '@foyer/contract';
import { expect, test } from 'vitest';
import { addExternalVideo, findArea, hotspot } from '../../features/area/testing/areaPage.ts';
import { FakeServer, type PageWindow } from '../../testing/fakeServer.ts';
import { openPage, type AppPage } from '../../testing/page.ts';

const addLibraryVideo = (architecture: Architecture, host = 'films.example.org'): void =>
  addExternalVideo(findArea(architecture, 'library'), `https://${host}/shelves.mp4`);

const rename = (architecture: Architecture, areaId: string, text: string): void => {
  findArea(architecture, areaId).names = [{ locale: 'en', text }];
};

/** Reports that the network is back, upon which the app polls the version at once. */
const pollNow = (page: AppPage): void => page.setOnline(true);

const expectArea = async (page: AppPage, areaId: string, name: string): Promise<void> => {
  await expect.poll(() => page.path).toMatch(new RegExp(`/area/${areaId}`));
  await expect.element(page.heading(name)).toBeInTheDocument();
};

test('VERSION-09a a publication that needs another host reloads the page at the next change of area, and only then', async () => {
  const server = new FakeServer();
  const page = await openPage('/v/nightfall/area/lounge?lang=en', { server });
  const { document: first } = page;
  server.publish((architecture) => {
    addLibraryVideo(architecture);
    rename(architecture, 'lounge', 'Winter garden');
  });
  pollNow(page);
  await expect.element(page.heading('Winter garden')).toBeInTheDocument();
  expect(page.document).toBe(first);
  await hotspot(page, 'Library').click();
  await expect.poll(() => page.document).not.toBe(first);
  await expectArea(page, 'library', 'Library');
  const { document: second } = page;
  await hotspot(page, 'Lounge').click();
  await expectArea(page, 'lounge', 'Winter garden');
  expect(page.document).toBe(second);
});

test('VERSION-09b a page that was loaded while the venue was unpublished is reloaded when its first area opens', async () => {
  const server = new FakeServer();
  server.unpublish();
  const page = await openPage('/v/nightfall/area/lounge?lang=en', { server });
  await expect.element(page.heading('The doors open soon')).toBeVisible();
  const { document } = page;
  server.publish((architecture) => addLibraryVideo(architecture));
  pollNow(page);
  await expect.poll(() => page.document).not.toBe(document);
  await expectArea(page, 'lounge', 'Lounge');
});

test('VERSION-09i a reload that does not help is not repeated until the venue needs something else', async () => {
  const server = new FakeServer().change((architecture) => addLibraryVideo(architecture));
  let loads = 0;
  const withoutPolicy = (page: PageWindow) => {
    loads += 1;
    page.document.querySelector(`meta[name="${pageSourcesMeta}"]`)?.remove();
  };
  const page = await openPage('/v/nightfall/area/lounge?lang=en', { server, prepare: withoutPolicy });
  await expectArea(page, 'lounge', 'Lounge');
  await hotspot(page, 'Library').click();
  await expectArea(page, 'library', 'Library');
  expect(loads).toBe(2);
  server.publish((architecture) => {
    rename(architecture, 'library', 'Reading room');
    addLibraryVideo(architecture, 'other.example.org');
  });
  pollNow(page);
  await expect.element(page.heading('Reading room')).toBeInTheDocument();
  await hotspot(page, 'Lounge').click();
  await expect.poll(() => loads).toBe(3);
  await expectArea(page, 'lounge', 'Lounge');
});

test('VERSION-09g a page whose policy allows what the venue needs is not reloaded', async () => {
  const server = new FakeServer().change((architecture) => addLibraryVideo(architecture));
  let loads = 0;
  const count = (): void => {
    loads += 1;
  };
  const page = await openPage('/v/nightfall/area/lounge?lang=en', { server, prepare: count });
  await hotspot(page, 'Library').click();
  await expectArea(page, 'library', 'Library');
  expect(loads).toBe(1);
});

test('VERSION-09h a host that the venue no longer needed, and needs again, reloads the page again', async () => {
  const server = new FakeServer();
  const page = await openPage('/v/nightfall/area/lounge?lang=en', { server });
  const expectReload = async (from: string, door: string) => {
    const { document } = page;
    server.publish((architecture) => {
      addLibraryVideo(architecture);
      rename(architecture, from, 'New name');
    });
    pollNow(page);
    await expect.element(page.heading('New name')).toBeInTheDocument();
    await hotspot(page, door).click();
    await expect.poll(() => page.document).not.toBe(document);
  };
  await expectReload('lounge', 'Library');
  await expectArea(page, 'library', 'Library');
  server.publish((architecture) => {
    const [view] = findArea(architecture, 'library').viewPoints;
    if (view) view.background = { assetId: 'library' };
  });
  await page.reload();
  await expectReload('library', 'Lounge');
});

test('VERSION-09j a page without a network waits with its reload for the next change of area', async () => {
  const server = new FakeServer();
  const page = await openPage('/v/nightfall/area/lounge?lang=en', { server });
  const { document: first } = page;
  server.publish((architecture) => {
    addLibraryVideo(architecture);
    rename(architecture, 'lounge', 'Winter garden');
  });
  pollNow(page);
  await expect.element(page.heading('Winter garden')).toBeInTheDocument();
  page.setOnline(false);
  await hotspot(page, 'Library').click();
  await expectArea(page, 'library', 'Library');
  expect(page.document).toBe(first);
  page.setOnline(true);
  await hotspot(page, 'Lounge').click();
  await expect.poll(() => page.document).not.toBe(first);
  await expectArea(page, 'lounge', 'Winter garden');
});

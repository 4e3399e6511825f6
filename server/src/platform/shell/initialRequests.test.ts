import { inlinedResponsesId } from '@foyer/contract';
import { expect, test } from 'vitest';
import { startFoyer, createWebDir, type Foyer, type FoyerOptions } from '#testing/foyer';
import { exampleVenue, publishExample, saveExample } from '#testing/venues';

const start = async (options: FoyerOptions = {}): Promise<Foyer> =>
  startFoyer({
    webDir: await createWebDir({ 'index.html': '<html><head></head><body></body></html>' }),
    ...options,
  });

const loginFile = { providers: [{ type: 'password', displayName: 'Email' }] };

async function inlinedIn(foyer: Foyer, path: string, cookie?: string): Promise<unknown> {
  const response = await foyer.fetch(path, { headers: cookie === undefined ? {} : { cookie } });
  const element = new RegExp(`<script type="application/json" id="${inlinedResponsesId}">(.*?)</script>`);
  const found = element.exec(await response.text())?.[1];
  return found === undefined ? undefined : JSON.parse(found);
}

const fetchAll = async (foyer: Foyer, urls: readonly string[]): Promise<unknown> =>
  Object.fromEntries(
    await Promise.all(urls.map(async (url) => [url, await (await foyer.fetch(url)).json()] as const)),
  );

test('the login page contains the exact responses to its first requests', async () => {
  const foyer = await start({ login: loginFile });
  const live = ['/ui-config.json', '/api/loginOptions', '/api/venue/version'];
  expect(await inlinedIn(foyer, '/login')).toEqual(await fetchAll(foyer, live));
  await publishExample(foyer);
  expect(await inlinedIn(foyer, '/login')).toEqual(await fetchAll(foyer, live));
  await saveExample(foyer, exampleVenue(), 1);
  expect(await inlinedIn(foyer, '/login')).toEqual(await fetchAll(foyer, live));
  expect(await inlinedIn(foyer, '/stage/login')).toEqual(
    await fetchAll(foyer, ['/stage/ui-config.json', '/stage/api/loginOptions']),
  );
});

test('the pages of a venue that requires a login contain them too, without a session', async () => {
  const foyer = await start({ login: loginFile });
  await publishExample(foyer);
  const responses = await inlinedIn(foyer, '/login');
  for (const path of ['/', '/v/nightfall', '/v/nightfall/area/lobby']) {
    expect(await inlinedIn(foyer, path)).toEqual(responses);
    expect(await inlinedIn(foyer, path, 'foyer_session=1')).toBeUndefined();
  }
  for (const path of ['/account/link', '/v/nightfall/imprint', '/v/other/area/lobby'])
    expect(await inlinedIn(foyer, path)).toBeUndefined();
});

test('the pages of a venue without a login do not contain them', async () => {
  const foyer = await start();
  await publishExample(foyer);
  expect(await inlinedIn(foyer, '/')).toBeUndefined();
  expect(await inlinedIn(foyer, '/v/nightfall/area/lobby')).toBeUndefined();
});

test('a title that contains the end tag of the element is escaped', async () => {
  const foyer = await start({ login: loginFile });
  const venue = exampleVenue();
  const [architecture] = venue.architectures;
  const title = '</script><script>alert(1)</script><!--';
  if (architecture) architecture.titles = [{ locale: 'en', text: title }];
  await publishExample(foyer, venue);
  expect(await inlinedIn(foyer, '/login')).toMatchObject({
    '/ui-config.json': { venue: { titles: [{ text: title }] } },
  });
});

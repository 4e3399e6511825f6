import { givenAnswersId } from '@foyer/contract';
import { expect, test } from 'vitest';
import { startFoyer, tinyWeb, type Foyer, type FoyerOptions } from '#testing/foyer';
import { exampleVenue, publishExample, saveExample } from '#testing/venues';

const start = async (options: FoyerOptions = {}): Promise<Foyer> =>
  startFoyer({
    webDir: await tinyWeb({ 'index.html': '<html><head></head><body></body></html>' }),
    ...options,
  });

const loginFile = { providers: [{ type: 'password', displayName: 'Email' }] };

async function answersIn(foyer: Foyer, path: string, cookie?: string): Promise<unknown> {
  const answer = await foyer.fetch(path, { headers: cookie === undefined ? {} : { cookie } });
  const element = new RegExp(`<script type="application/json" id="${givenAnswersId}">(.*?)</script>`);
  const found = element.exec(await answer.text())?.[1];
  return found === undefined ? undefined : JSON.parse(found);
}

const asked = async (foyer: Foyer, addresses: readonly string[]): Promise<unknown> =>
  Object.fromEntries(
    await Promise.all(
      addresses.map(async (address) => [address, await (await foyer.fetch(address)).json()] as const),
    ),
  );

test('the login page contains the exact responses to its first requests', async () => {
  const foyer = await start({ login: loginFile });
  const live = ['/ui-config.json', '/api/loginOptions', '/api/venue/version'];
  expect(await answersIn(foyer, '/login')).toEqual(await asked(foyer, live));
  await publishExample(foyer);
  expect(await answersIn(foyer, '/login')).toEqual(await asked(foyer, live));
  await saveExample(foyer, exampleVenue(), 1);
  expect(await answersIn(foyer, '/login')).toEqual(await asked(foyer, live));
  expect(await answersIn(foyer, '/stage/login')).toEqual(
    await asked(foyer, ['/stage/ui-config.json', '/stage/api/loginOptions']),
  );
});

test('a page of a venue that requires a login contains them, too, without a session', async () => {
  const foyer = await start({ login: loginFile });
  await publishExample(foyer);
  const answers = await answersIn(foyer, '/login');
  for (const path of ['/', '/v/nightfall', '/v/nightfall/area/lobby']) {
    expect(await answersIn(foyer, path)).toEqual(answers);
    expect(await answersIn(foyer, path, 'foyer_session=1')).toBeUndefined();
  }
  for (const path of ['/account/link', '/v/nightfall/imprint', '/v/other/area/lobby'])
    expect(await answersIn(foyer, path)).toBeUndefined();
});

test('no page of a venue without a login contains them', async () => {
  const foyer = await start();
  await publishExample(foyer);
  expect(await answersIn(foyer, '/')).toBeUndefined();
  expect(await answersIn(foyer, '/v/nightfall/area/lobby')).toBeUndefined();
});

test('a title that looks like the end of the element is escaped', async () => {
  const foyer = await start({ login: loginFile });
  const venue = exampleVenue();
  const [plan] = venue.architectures;
  const title = '</script><script>alert(1)</script><!--';
  if (plan) plan.titles = [{ locale: 'en', text: title }];
  await publishExample(foyer, venue);
  expect(await answersIn(foyer, '/login')).toMatchObject({
    '/ui-config.json': { venue: { titles: [{ text: title }] } },
  });
});

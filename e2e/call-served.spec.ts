/** Calls of large groups, through a media server (LiveKit): a stand-in of its door, which lets nobody in. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { callMeshMembers } from '@foyer/contract/limits';
import { createChatGroup } from '@foyer/contract';
import { allowed, callPanel, expect, fakeDevices, over, preview, test } from './callPage.ts';
import { openRoom, panel } from './chatPage.ts';
import { Fellow } from './presencePage.ts';
import { lobby, withLogin } from './profilePage.ts';

/** Addresses that were asked for. */
const asked: URL[] = [];
const standIn = createServer((request, answer) => {
  asked.push(new URL(request.url ?? '', 'http://media'));
  answer.writeHead(401, { 'access-control-allow-origin': '*' }).end('invalid token');
});
standIn.on('upgrade', (request, socket) => {
  asked.push(new URL(request.url ?? '', 'http://media'));
  socket.end('HTTP/1.1 401 Unauthorized\r\nconnection: close\r\n\r\n');
});
standIn.listen(0, '127.0.0.1').unref();
await once(standIn, 'listening');
const host = `127.0.0.1:${(standIn.address() as AddressInfo).port}`;

const devices = await fakeDevices();
test.use({
  server: {
    ...withLogin,
    env: {
      LIVEKIT_URL: `ws://${host}`,
      LIVEKIT_API_KEY: 'key-of-the-tests',
      LIVEKIT_API_SECRET: 'a-secret-of-the-browser-tests-0123456789',
    },
  },
  launchOptions: { ...devices, args: [...devices.args, ...allowed] },
});

test('CHAT-18d a large group calls through the media server, with a token of this call; where it lets nobody in there is a video chat problem', async ({
  come,
  foyer,
  allowed: may,
}) => {
  may.hosts.push(host);
  may.console.push(/401|WebSocket/);
  const ada = await come('Ada');
  const dee = await Fellow.come(foyer, { name: 'Dee' });
  const others: string[] = [];
  while (others.length < callMeshMembers) others.push((await foyer.account()).userId);
  await dee.ask(createChatGroup, {
    clientId: 'group-of-many',
    kind: 'privateGroup',
    name: 'The whole crew',
    userIds: [ada.who.userId, ...others],
  });
  await ada.page.goto(`${lobby}?lang=en`);
  await openRoom(ada.page, 'The whole crew');
  await panel(ada.page).locator('.chat-header').getByRole('button', { name: 'Call' }).click();
  await preview(ada.page).getByRole('button', { name: 'Call', exact: true }).click();
  await expect(over(ada.page)).toContainText('Video chat problem');
  await expect(callPanel(ada.page)).toHaveCount(0);
  const token = asked.map(({ searchParams }) => searchParams.get('access_token')).find((each) => each);
  expect(JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString())).toMatchObject({
    name: 'Ada',
    video: { roomJoin: true, canPublish: true },
  });
  await dee.end();
  await over(ada.page).getByRole('button', { name: 'Close' }).first().click();
  const live = () =>
    ada.page.evaluate(() =>
      (window as unknown as { tracks: MediaStreamTrack[] }).tracks.map(({ readyState }) => readyState),
    );
  await expect.poll(live).not.toContain('live');
});

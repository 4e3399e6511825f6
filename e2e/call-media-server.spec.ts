/** Calls of large groups through a media server (LiveKit): a stand-in for it that rejects every token. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { callMeshParticipantsMax } from '@foyer/contract/limits';
import { createChatGroup } from '@foyer/contract';
import {
  callPanel,
  closeEndedCall,
  expect,
  launchOptions,
  endedCall,
  startCall,
  test,
} from './pages/callPage.ts';
import { openRoom, panel } from './pages/chatPage.ts';
import { SimulatedAttendee } from './pages/presencePage.ts';
import { withLogin } from './pages/profilePage.ts';

/** The URLs that were requested. */
const requestedUrls: URL[] = [];
const standIn = createServer((request, response) => {
  requestedUrls.push(new URL(request.url ?? '', 'http://media'));
  response.writeHead(401, { 'access-control-allow-origin': '*' }).end('invalid token');
});
standIn.on('upgrade', (request, socket) => {
  requestedUrls.push(new URL(request.url ?? '', 'http://media'));
  socket.end('HTTP/1.1 401 Unauthorized\r\nconnection: close\r\n\r\n');
});
standIn.listen(0, '127.0.0.1').unref();
await once(standIn, 'listening');
const host = `127.0.0.1:${(standIn.address() as AddressInfo).port}`;

test.use({
  server: {
    ...withLogin,
    env: {
      LIVEKIT_URL: `ws://${host}`,
      LIVEKIT_API_KEY: 'key-of-the-tests',
      LIVEKIT_API_SECRET: 'a-secret-of-the-browser-tests-0123456789',
    },
  },
  launchOptions,
});

test('CHAT-18d a large group calls through the media server, with a token for this call; where the server rejects it there is a video chat problem', async ({
  signInAs,
  foyer,
  allowed: may,
}) => {
  may.hosts.push(host);
  may.console.push(/401|WebSocket/);
  const ada = await signInAs('Ada');
  const dee = await SimulatedAttendee.connect(foyer, { name: 'Dee' });
  const others = await Promise.all(
    Array.from({ length: callMeshParticipantsMax }, () => foyer.createAccount()),
  );
  await dee.send(createChatGroup, {
    clientId: crypto.randomUUID(),
    kind: 'privateGroup',
    name: 'The whole crew',
    userIds: [ada.account, ...others].map(({ userId }) => userId),
  });
  await openRoom(ada.page, 'The whole crew');
  await panel(ada.page).locator('.roomHeader_header').getByRole('button', { name: 'Call' }).click();
  await startCall(ada);
  await expect(endedCall(ada.page)).toContainText('Video chat problem');
  await expect(callPanel(ada.page)).toHaveCount(0);
  const token = requestedUrls
    .map(({ searchParams }) => searchParams.get('access_token'))
    .find((each) => each);
  expect(JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString())).toMatchObject({
    name: ada.name,
    video: { roomJoin: true, canPublish: true },
  });
  await dee.leave();
  await closeEndedCall(ada.page);
  const states = () =>
    ada.page.evaluate(() =>
      (window as unknown as { tracks: MediaStreamTrack[] }).tracks.map(({ readyState }) => readyState),
    );
  await expect.poll(async () => [...new Set(await states())]).toEqual(['ended']);
});

import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { jwtVerify } from 'jose';
import { expect, onTestFinished, test } from 'vitest';
import { joinChatGroup, leaveChatRoom } from '@foyer/contract';
import type { Foyer } from '#testing/foyer';
import { startTwoAreas } from '#testing/venues';
import {
  absentUserIds,
  callers,
  createGroup,
  joinCallAs,
  expectParticipants,
  pass,
  startCallAs,
} from './testing/calls.ts';

const secret = 'a secret of thirty-two characters';
/** The next `left` requests to the media server fail. */
const failures = { left: 0 };
const requests: { path: string; authorization: string; body: unknown }[] = [];

/** Starts a server that records the requests to LiveKit's RoomService. Returns its URL. */
async function startMediaServer(): Promise<string> {
  requests.length = 0;
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const { url = '', headers } = request;
      requests.push({ path: url, authorization: headers.authorization ?? '', body: JSON.parse(body) });
      if (failures.left > 0) response.statusCode = 503;
      failures.left -= 1;
      response.setHeader('content-type', 'application/json').end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const startWithLivekit = async (): Promise<{ foyer: Foyer; url: string }> => {
  const url = await startMediaServer();
  const env = { LIVEKIT_URL: url, LIVEKIT_API_KEY: 'key-of-tests', LIVEKIT_API_SECRET: secret };
  return { foyer: await startTwoAreas({ env }), url };
};

const verify = (foyer: Foyer, token: string) =>
  jwtVerify(token, new TextEncoder().encode(secret), {
    algorithms: ['HS256'],
    issuer: 'key-of-tests',
    currentDate: new Date(foyer.now),
  });

test('CHAT-12s calls in larger rooms use LiveKit: a token is valid for this call only and for ten minutes', async () => {
  const { foyer, url } = await startWithLivekit();
  const [ada, bo] = await callers(foyer, 'Ada', 'Bo');
  const room = await createGroup(ada, [bo.id, ...(await absentUserIds(foyer, 5))], 'group');
  const { call, livekit } = await startCallAs(ada, room.id);
  expect([call.engine, livekit?.url]).toEqual(['livekit', url]);
  const { payload, protectedHeader } = await verify(foyer, livekit?.token ?? '');
  const now = Math.floor(foyer.now / 1_000);
  expect(protectedHeader).toEqual({ alg: 'HS256', typ: 'JWT' });
  expect(payload).toEqual({
    iss: 'key-of-tests',
    sub: ada.tabId,
    nbf: now,
    exp: now + 600,
    name: 'Ada',
    metadata: JSON.stringify({ uid: ada.id }),
    video: {
      room: call.callId,
      roomJoin: true,
      canPublish: true,
      canSubscribe: true,
      canPublishData: false,
      canPublishSources: ['camera', 'microphone', 'screen_share', 'screen_share_audio'],
    },
  });
  const joined = await joinCallAs(bo, call.callId);
  expect((await verify(foyer, joined.livekit?.token ?? '')).payload.sub).toBe(bo.tabId);
});

test('CHAT-12t calls in small rooms are peer-to-peer even if LiveKit is configured', async () => {
  const { foyer } = await startWithLivekit();
  const [ada, bo] = await callers(foyer, 'Ada', 'Bo');
  const { call, livekit } = await startCallAs(
    ada,
    (await createGroup(ada, [bo.id, ...(await absentUserIds(foyer, 1))])).id,
  );
  expect([call.engine, livekit]).toEqual(['mesh', undefined]);
});

test('CHAT-12u a user who has left the room is removed from the media server', async () => {
  const { foyer } = await startWithLivekit();
  const [ada, bo] = await callers(foyer, 'Ada', 'Bo');
  const room = await createGroup(ada, [bo.id, ...(await absentUserIds(foyer, 5))], 'group');
  const { call } = await startCallAs(ada, room.id);
  await joinCallAs(bo, call.callId);
  await bo.tab.must(leaveChatRoom, { roomId: room.id });
  await pass([foyer], [ada.tab, bo.tab], 5_000);
  await expectParticipants(ada.tab);
  await expect.poll(() => requests.length).toBe(1);
  const [{ path, authorization, body }] = requests as [(typeof requests)[number]];
  expect(path).toBe('/twirp/livekit.RoomService/RemoveParticipant');
  expect(body).toEqual({ room: call.callId, identity: bo.tabId });
  const { payload } = await verify(foyer, authorization.replace('Bearer ', ''));
  expect(payload['video']).toEqual({ room: call.callId, roomAdmin: true });
});

test('CHAT-12ap removals are repeated if the media server fails, and until the tokens have expired', async () => {
  const { foyer } = await startWithLivekit();
  const [ada, bo, cy] = await callers(foyer, 'Ada', 'Bo', 'Cy');
  const room = await createGroup(ada, [bo.id, cy.id, ...(await absentUserIds(foyer, 4))], 'group');
  const { call } = await startCallAs(ada, room.id);
  for (const user of [bo, cy]) await joinCallAs(user, call.callId);
  failures.left = 1;
  await bo.tab.must(leaveChatRoom, { roomId: room.id });
  await pass([foyer], [ada.tab, bo.tab, cy.tab], 5_000);
  await expectParticipants(ada.tab, ada, cy);
  await expect.poll(() => requests.length).toBe(1);
  await pass([foyer], [ada.tab, bo.tab, cy.tab], 5_000);
  await expect.poll(() => requests.length).toBe(2);
  expect(requests[1]?.body).toEqual({ room: call.callId, identity: bo.tabId });
  // A user who has rejoined is not removed again.
  await bo.tab.must(joinChatGroup, { roomId: room.id });
  await joinCallAs(bo, call.callId);
  await cy.tab.must(leaveChatRoom, { roomId: room.id });
  await pass([foyer], [ada.tab, bo.tab, cy.tab], 5_000);
  await expect.poll(() => requests.length).toBe(3);
  expect(requests[2]?.body).toEqual({ room: call.callId, identity: cy.tabId });
});

import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { jwtVerify } from 'jose';
import { expect, onTestFinished, test } from 'vitest';
import { joinChatRoom, leaveChatRoom } from '@foyer/contract';
import type { Foyer } from '#testing/foyer';
import { absent, callers, groupOf, join, membersAre, pass, start, startCalls } from './testing/calls.ts';

const secret = 'a secret of thirty-two characters';
/** How many calls in a row the media server does not take. */
const trouble = { left: 0 };
const asked: { path: string; authorization: string; body: unknown }[] = [];

/** Takes calls of LiveKit's RoomService and remembers them. */
async function standIn(): Promise<string> {
  asked.length = 0;
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const { url = '', headers } = request;
      asked.push({ path: url, authorization: headers.authorization ?? '', body: JSON.parse(body) });
      if (trouble.left > 0) response.statusCode = 503;
      trouble.left -= 1;
      response.setHeader('content-type', 'application/json').end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const startServed = async (): Promise<{ foyer: Foyer; url: string }> => {
  const url = await standIn();
  const env = { LIVEKIT_URL: url, LIVEKIT_API_KEY: 'key-of-tests', LIVEKIT_API_SECRET: secret };
  return { foyer: await startCalls({ env }), url };
};

const verify = (foyer: Foyer, token: string) =>
  jwtVerify(token, new TextEncoder().encode(secret), {
    algorithms: ['HS256'],
    issuer: 'key-of-tests',
    currentDate: new Date(foyer.now),
  });

test('CHAT-12s a larger room is served by LiveKit: a token opens this call alone, for ten minutes', async () => {
  const { foyer, url } = await startServed();
  const [ada, bo] = await callers(foyer, 'Ada', 'Bo');
  const room = await groupOf(ada, [bo.id, ...(await absent(foyer, 5))], 'group');
  const { call, livekit } = await start(ada, room.id);
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
  const joined = await join(bo, call.callId);
  expect((await verify(foyer, joined.livekit?.token ?? '')).payload.sub).toBe(bo.tabId);
});

test('CHAT-12t a small room goes from browser to browser also where there is LiveKit', async () => {
  const { foyer } = await startServed();
  const [ada, bo] = await callers(foyer, 'Ada', 'Bo');
  const { call, livekit } = await start(ada, (await groupOf(ada, [bo.id, ...(await absent(foyer, 1))])).id);
  expect([call.engine, livekit]).toEqual(['mesh', undefined]);
});

test('CHAT-12u whoever has left the room is taken out of the media server', async () => {
  const { foyer } = await startServed();
  const [ada, bo] = await callers(foyer, 'Ada', 'Bo');
  const room = await groupOf(ada, [bo.id, ...(await absent(foyer, 5))], 'group');
  const { call } = await start(ada, room.id);
  await join(bo, call.callId);
  await bo.tab.must(leaveChatRoom, { roomId: room.id });
  await pass([foyer], [ada.tab, bo.tab], 5_000);
  await membersAre(ada.tab);
  await expect.poll(() => asked.length).toBe(1);
  const [{ path, authorization, body }] = asked as [(typeof asked)[number]];
  expect(path).toBe('/twirp/livekit.RoomService/RemoveParticipant');
  expect(body).toEqual({ room: call.callId, identity: bo.tabId });
  const { payload } = await verify(foyer, authorization.replace('Bearer ', ''));
  expect(payload['video']).toEqual({ room: call.callId, roomAdmin: true });
});

test('CHAT-12w whoever was taken out stays out: a media server in trouble is asked again, and so is one that lets them in', async () => {
  const { foyer } = await startServed();
  const [ada, bo, cy] = await callers(foyer, 'Ada', 'Bo', 'Cy');
  const room = await groupOf(ada, [bo.id, cy.id, ...(await absent(foyer, 4))], 'group');
  const { call } = await start(ada, room.id);
  for (const person of [bo, cy]) await join(person, call.callId);
  trouble.left = 1;
  await bo.tab.must(leaveChatRoom, { roomId: room.id });
  await pass([foyer], [ada.tab, bo.tab, cy.tab], 5_000);
  await membersAre(ada.tab, ada, cy);
  await expect.poll(() => asked.length).toBe(1);
  await pass([foyer], [ada.tab, bo.tab, cy.tab], 5_000);
  await expect.poll(() => asked.length).toBe(2);
  expect(asked[1]?.body).toEqual({ room: call.callId, identity: bo.tabId });
  // Whoever may be there again is left alone.
  await bo.tab.must(joinChatRoom, { roomId: room.id });
  await join(bo, call.callId);
  await cy.tab.must(leaveChatRoom, { roomId: room.id });
  await pass([foyer], [ada.tab, bo.tab, cy.tab], 5_000);
  await expect.poll(() => asked.length).toBe(3);
  expect(asked[2]?.body).toEqual({ room: call.callId, identity: cy.tabId });
});

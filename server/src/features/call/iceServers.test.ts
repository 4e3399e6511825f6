import { expect, test } from 'vitest';
import { getIceServers } from '@foyer/contract';
import { startFoyer } from '#testing/foyer';
import { turnCredentials } from './iceServers.ts';

test('CHAT-05e credentials of the relay are those that coturn makes itself', () => {
  // printf '1763640000:ada' | openssl dgst -sha1 -hmac north -binary | base64
  expect(turnCredentials('north', 'ada', 1_763_640_000)).toEqual({
    username: '1763640000:ada',
    credential: '4gdj9rrH5fw6VArBQOaDEUxK4T8=',
  });
});

const turn = {
  STUN_URLS: 'stun:turn.example.org:3478',
  TURN_URLS: 'turn:turn.example.org:3478?transport=udp, turns:turn.example.org:5349',
  TURN_SECRET: 'sixteen characters at least',
  TURN_TTL: '3600',
  RELAY_ONLY: 'true',
};

test('CHAT-05f whoever is logged in is told the ways, with credentials of their own for a while', async () => {
  const foyer = await startFoyer({ env: turn });
  const ada = await foyer.account();
  const { iceServers, relayOnly, ttl } = await foyer.must(getIceServers, {}, { as: ada });
  const expiresAt = Math.floor(foyer.now / 1_000) + 3_600;
  expect(iceServers).toEqual([
    { urls: ['stun:turn.example.org:3478'] },
    {
      urls: ['turn:turn.example.org:3478?transport=udp', 'turns:turn.example.org:5349'],
      ...turnCredentials(turn.TURN_SECRET, ada.id, expiresAt),
    },
  ]);
  expect([relayOnly, ttl]).toEqual([true, 3_600]);
});

test('CHAT-19b where nothing is configured there are no ways but the direct one; where calls are off none', async () => {
  const foyer = await startFoyer();
  const answer = await foyer.must(getIceServers, {}, { as: 'attendee' });
  expect(answer).toEqual({ iceServers: [], relayOnly: false, ttl: 43_200 });
  const off = await startFoyer({ env: { CALLS: 'off' } });
  expect((await off.call(getIceServers, {}, { as: 'attendee' })).fault?.code).toBe('functionUnsupported');
});

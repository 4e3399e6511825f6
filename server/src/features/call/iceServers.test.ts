import { expect, test } from 'vitest';
import { getIceServers } from '@foyer/contract';
import { startFoyer } from '#testing/foyer';
import { turnCredentials } from './iceServers.ts';

test('CHAT-05e TURN credentials are those that coturn computes', () => {
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

test('CHAT-05f logged-in users receive the ICE servers with their own temporary credentials', async () => {
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

test('CHAT-19b there are no ICE servers if none are configured, and an error if calls are disabled', async () => {
  const foyer = await startFoyer();
  const result = await foyer.must(getIceServers, {}, { as: 'attendee' });
  expect(result).toEqual({ iceServers: [], relayOnly: false, ttl: 43_200 });
  const off = await startFoyer({ env: { CALLS: 'off' } });
  expect((await off.call(getIceServers, {}, { as: 'attendee' })).error?.code).toBe('functionUnsupported');
});

import { expect, test } from 'vitest';
import { headerKinds } from './headers.ts';

const kinds = headerKinds('https://foyer.example.org', 'wss://calls.example.org');

test('without external sources a page may load only from this server', () => {
  const { 'permissions-policy': permissions, 'content-security-policy': policy } = kinds.page();
  expect(permissions).toBe(
    'accelerometer=(), autoplay=(self), camera=(self), clipboard-read=(self), clipboard-write=(self), ' +
      'display-capture=(self), fullscreen=(self), geolocation=(), gyroscope=(), magnetometer=(), microphone=(self), midi=(), payment=(), picture-in-picture=(self), usb=()',
  );
  expect(policy).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; " +
      "media-src 'self' blob:; connect-src 'self' blob: wss://calls.example.org https://calls.example.org; " +
      "font-src 'self'; worker-src 'self' blob:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
  );
  expect(kinds.inert['permissions-policy']).toBe(permissions);
});

test('each kind of origin is added to its own directive', () => {
  const origins = {
    frame: ['https://frame.example'],
    media: ['https://media.example'],
    connect: ['https://connect.example'],
    image: ['https://image.example'],
  };
  const page = kinds.page({ origins, permissions: {} }, { iconOrigin: 'https://icon.example' });
  const policy = page['content-security-policy']?.split('; ') ?? [];
  for (const part of [
    "img-src 'self' blob: data: https://image.example https://icon.example",
    "media-src 'self' blob: https://media.example",
    "connect-src 'self' blob: https://connect.example wss://calls.example.org https://calls.example.org",
    'frame-src https://frame.example',
  ])
    expect(policy).toContain(part);
});

test('the page may load the script of Matomo, and nothing else changes', () => {
  const plain = headerKinds('https://foyer.example.org').page()['content-security-policy'] ?? '';
  const withScript = headerKinds('https://foyer.example.org', undefined, 'https://stats.example.org/matomo');
  const policy = withScript.page()['content-security-policy']?.split('; ') ?? [];
  const added = policy.filter((part) => !plain.split('; ').includes(part));
  expect(added).toEqual([
    "script-src 'self' https://stats.example.org",
    "img-src 'self' blob: data: https://stats.example.org",
    "connect-src 'self' blob: https://stats.example.org",
  ]);
  expect(withScript.inert).toEqual(headerKinds('https://foyer.example.org').inert);
});

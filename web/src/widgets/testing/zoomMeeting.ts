/** A Zoom meeting for component tests, and pages of a server that has Zoom's SDK. */
import { zoomMeta, type createZoomSignature, type ResponseOf } from '@foyer/contract';
import { inject } from 'vitest';
import type { PageWindow } from '../../testing/fakeServer.ts';
import type { ConfigurationOf } from '../registry/widgetProps.ts';
import type { ContentWidget } from './widgetPage.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The account of the stand-in (standins/zoom.ts). */
    zoom: {
      readonly sdkKey: string;
      readonly sdkSecret: string;
      readonly meetings: Readonly<Record<string, { readonly passcode: string }>>;
    };
  }
}

export const zoomLink = 'https://us02web.zoom.us/j/81234567890?pwd=abc';

/** A Zoom meeting named Help desk. */
export const helpDesk = (configuration: Partial<ConfigurationOf<'ZoomWidget'>> = {}): ContentWidget => ({
  id: 'help-desk',
  type: 'ZoomWidget',
  name: 'Help desk',
  configurations: [
    {
      id: 'always',
      name: 'always',
      cookieProviders: [],
      meetingUrl: zoomLink,
      meetingNumber: '81234567890',
      ...configuration,
    },
  ],
  placements: [{ viewpointId: 'main', position: { kind: '2D', x: 0.5, y: 0.42 } }],
});

/** Marks a page as one of a server that has the SDK. */
export function addZoomMeta({ document }: PageWindow): void {
  const meta = document.createElement('meta');
  meta.name = zoomMeta;
  meta.content = '6.2.0';
  document.head.append(meta);
}

/** Marks a page as isolated; the pages of component tests have no headers for it. */
export const isolate = (page: PageWindow): void =>
  void Object.defineProperty(page, 'crossOriginIsolated', { get: () => true, configurable: true });

const encode = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

async function sign(claims: object, secret: string): Promise<string> {
  const encoder = new TextEncoder();
  const text = (value: object) => encode(encoder.encode(JSON.stringify(value)));
  const signed = `${text({ alg: 'HS256', typ: 'JWT' })}.${text(claims)}`;
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign']);
  const mac = await crypto.subtle.sign('HMAC', key, encoder.encode(signed));
  return `${signed}.${encode(new Uint8Array(mac))}`;
}

/** What the server responds about a meeting of the stand-in. */
export async function signZoomMeeting({
  meetingNumber = '81234567890',
  role = 0,
  passcode,
}: {
  readonly meetingNumber?: string;
  readonly role?: 0 | 1;
  readonly passcode?: string;
} = {}): Promise<ResponseOf<typeof createZoomSignature>> {
  const { sdkKey, sdkSecret, meetings } = inject('zoom');
  const iat = Math.floor(Date.now() / 1_000) - 30;
  const exp = iat + 7_200;
  const claims = { appKey: sdkKey, sdkKey, mn: meetingNumber, role, iat, exp, tokenExp: exp };
  return {
    signature: await sign(claims, sdkSecret),
    sdkKey,
    meetingNumber,
    passcode: passcode ?? meetings[meetingNumber]?.passcode ?? '',
    role,
    expiresAt: exp * 1_000,
  };
}

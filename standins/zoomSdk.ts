/// <reference lib="dom" />
/** The script of the stand-in for Zoom's Meeting SDK: the calls of its client view, which the page uses. */

import type { ZoomAccount } from './zoomAccount.ts';

/** Runs in the page. Its source text is sent to the browser, so it uses nothing of its module. */
export function runZoomSdk({ sdkKey, sdkSecret, meetings }: ZoomAccount): void {
  interface Join {
    readonly signature: string;
    readonly meetingNumber: string;
    readonly passcode: string | undefined;
    readonly userName: string;
    readonly userEmail: string | undefined;
  }
  interface Callbacks {
    success(result: unknown): void;
    error(error: unknown): void;
  }
  interface Signed {
    readonly appKey: string;
    readonly sdkKey: string;
    readonly mn: string;
    readonly role: 0 | 1;
    readonly iat: number;
    readonly exp: number;
    readonly tokenExp: number;
  }
  const bytesOf = (base64: string) =>
    Uint8Array.from(atob(base64.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));

  /** The claims of a signature; undefined if it is not one of this account for this meeting, now. */
  async function verify({ signature, meetingNumber }: Join): Promise<Signed | undefined> {
    const [header = '', payload = '', mac = ''] = signature.split('.');
    const encoder = new TextEncoder();
    const secret = encoder.encode(sdkSecret);
    const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, [
      'verify',
    ]);
    const isGenuine = await crypto.subtle.verify(
      'HMAC',
      key,
      bytesOf(mac),
      encoder.encode(`${header}.${payload}`),
    );
    const claims = JSON.parse(new TextDecoder().decode(bytesOf(payload))) as Signed;
    const now = Date.now() / 1_000;
    const isRight =
      isGenuine &&
      claims.appKey === sdkKey &&
      claims.sdkKey === sdkKey &&
      claims.mn === meetingNumber &&
      claims.iat <= now + 60 &&
      claims.exp > now &&
      claims.tokenExp === claims.exp &&
      claims.exp - claims.iat >= 1_800 &&
      claims.exp - claims.iat <= 172_800;
    return isRight ? claims : undefined;
  }

  /** Zoom's error code, or the role of the user. */
  async function admit(join: Join): Promise<{ readonly errorCode: number } | { readonly role: 0 | 1 }> {
    const signed = await verify(join).catch(() => undefined);
    if (!signed) return { errorCode: 3712 };
    const meeting = meetings[join.meetingNumber];
    if (!meeting) return { errorCode: 3707 };
    if (meeting.errorCode !== undefined) return { errorCode: meeting.errorCode };
    return (join.passcode ?? '') === meeting.passcode ? { role: signed.role } : { errorCode: 3004 };
  }

  /** @param onEnd called with Zoom's code of the reason, 1: the host has ended it, 2: the user has left */
  function showMeeting(
    root: Element,
    { userName, userEmail = '' }: Join,
    role: 0 | 1,
    onEnd: (reason: number) => void,
  ): void {
    const button = (text: string, reason: number) => {
      const element = document.createElement('button');
      element.textContent = text;
      element.addEventListener('click', () => {
        root.replaceChildren();
        onEnd(reason);
      });
      return element;
    };
    const line = document.createElement('p');
    line.textContent = `${userName} ${userEmail} is in the meeting as ${role === 1 ? 'host' : 'attendee'}`;
    const style = document.createElement('style');
    style.textContent =
      'body{margin:0;font:16px/1.5 system-ui,sans-serif;color:#fff}#zmmtg-root{position:fixed;inset:0;display:grid;place-content:center;justify-items:center;gap:12px;background:#222}button{min-height:44px;padding:0 20px;border:0;border-radius:8px;background:#e02828;color:#fff;font:inherit}';
    root.replaceChildren(
      style,
      line,
      button('Leave', 2),
      ...(role === 1 ? [button('End meeting for all', 1)] : []),
    );
  }

  function createClientView() {
    let library = 'https://source.zoom.us/lib';
    let leaveUrl = '';
    const listeners = new Map<string, (data: object) => void>();
    const emit = (event: string, data: object) => listeners.get(event)?.(data);
    return {
      setZoomJSLib: (path: string) => {
        library = path;
      },
      preLoadWasm: () => undefined,
      prepareWebSDK: () => {
        const root = document.createElement('div');
        root.id = 'zmmtg-root';
        document.body.append(root);
      },
      i18n: {
        load: (language: string) => fetch(`${library}/lang/${language}.json`),
        reload: () => undefined,
      },
      init: (options: Callbacks & { readonly leaveUrl: string }) => {
        ({ leaveUrl } = options);
        setTimeout(() => options.success({}));
      },
      inMeetingServiceListener: (event: string, listener: (data: object) => void) =>
        listeners.set(event, listener),
      join: async ({
        passWord,
        ...options
      }: Omit<Join, 'passcode'> & { readonly passWord?: string } & Callbacks) => {
        emit('onMeetingStatus', { meetingStatus: 1 });
        const join = { ...options, passcode: passWord };
        const admitted = await admit(join);
        if ('errorCode' in admitted) {
          options.error({ method: 'join', status: false, result: null, errorMessage: 'Fail', ...admitted });
          return;
        }
        const root = document.querySelector('#zmmtg-root') ?? document.body;
        showMeeting(root, join, admitted.role, (reasonCode) => {
          emit('onUserLeave', { reasonCode });
          emit('onMeetingStatus', { meetingStatus: 3 });
          setTimeout(() => {
            location.href = leaveUrl;
          }, 500);
        });
        options.success({});
        emit('onMeetingStatus', { meetingStatus: 2 });
      },
    };
  }

  Object.assign(window, { ZoomMtg: createClientView() });
}

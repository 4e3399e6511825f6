/**
 * The script of `zoom.html`: a Zoom meeting in Zoom's own client view, which fills the page. The widget frames the page,
 * because the SDK needs a policy that no page of the venue has (docs/integrations.md).
 */
import { joinProblemOf, type JoinProblem } from './joinProblem.ts';
import type { JoinData, JoinMessage, PageMessage } from './messages.ts';
import { zoomLanguage } from './zoomLanguage.ts';
import { loadZoomSdk } from './zoomSdk.ts';

const send = (message: PageMessage): void => parent.postMessage(message, location.origin);
const fail = (problem: JoinProblem): void => send({ zoom: 'failed', problem });

/** Values of the SDK's events. */
const status = { connected: 2, disconnected: 3 };
const endedByHost = 1;

async function join(data: JoinData): Promise<void> {
  const { sdkVersion, signature, meetingNumber, passcode, userName, userEmail } = data;
  const language = zoomLanguage(data.language);
  document.documentElement.lang = language;
  const sdk = await loadZoomSdk(sdkVersion);
  sdk.preLoadWasm();
  sdk.prepareWebSDK();
  await sdk.i18n.load(language);
  const error = (reason: unknown): void => fail(joinProblemOf(reason));
  let isJoined = false;
  let isEnded = false;
  sdk.init({
    // The SDK leads there after a meeting. This page then says again that it is ready.
    leaveUrl: location.href,
    defaultView: 'gallery',
    disableCORP: !crossOriginIsolated,
    // The widget says what has happened, and offers the meeting's link.
    isShowJoiningErrorDialog: false,
    // Links and passcode are the venue's to give (MEET-06).
    disableInvite: true,
    meetingInfo: ['topic', 'host', 'participant'],
    leaveOnPageUnload: true,
    // A patch would come from source.zoom.us.
    patchJsMedia: false,
    success: () => {
      document.querySelector('#loading')?.remove();
      sdk.i18n.reload(language);
      sdk.inMeetingServiceListener('onUserLeave', ({ reasonCode }) => {
        isEnded ||= reasonCode === endedByHost;
      });
      sdk.inMeetingServiceListener('onMeetingStatus', ({ meetingStatus }) => {
        if (meetingStatus === status.connected) {
          isJoined = true;
          send({ zoom: 'joined' });
        } else if (meetingStatus === status.disconnected && isJoined) send({ zoom: 'left', ended: isEnded });
      });
      sdk.join({
        signature,
        meetingNumber,
        passWord: passcode,
        userName,
        ...(userEmail !== undefined && { userEmail }),
        success: () => undefined,
        error,
      });
    },
    error,
  });
}

// In a tab of its own, the page would answer itself.
if (parent !== window) {
  addEventListener('message', ({ source, origin, data }: MessageEvent<Partial<JoinMessage> | null>) => {
    if (source === parent && origin === location.origin && data?.join)
      join(data.join).catch(() => fail('sdk'));
  });
  send({ zoom: 'ready' });
}

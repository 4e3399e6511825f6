/** The client view of Zoom's Meeting SDK, as far as the page uses it, and the download of its scripts. */

interface Callbacks {
  readonly success: () => void;
  readonly error: (error: unknown) => void;
}

interface InitOptions extends Callbacks {
  readonly leaveUrl: string;
  readonly defaultView: 'gallery';
  readonly disableCORP: boolean;
  readonly disableInvite: boolean;
  readonly isShowJoiningErrorDialog: boolean;
  readonly leaveOnPageUnload: boolean;
  readonly meetingInfo: readonly string[];
  readonly patchJsMedia: boolean;
}

interface JoinOptions extends Callbacks {
  readonly signature: string;
  readonly meetingNumber: string;
  readonly passWord: string;
  readonly userName: string;
  readonly userEmail?: string;
}

export interface ZoomMtg {
  setZoomJSLib(path: string, folder: string): void;
  preLoadWasm(): void;
  prepareWebSDK(): void;
  readonly i18n: { load(language: string): Promise<unknown>; reload(language: string): unknown };
  init(options: InitOptions): void;
  join(options: JoinOptions): void;
  inMeetingServiceListener(
    event: 'onMeetingStatus',
    listener: (data: { readonly meetingStatus: number }) => void,
  ): void;
  inMeetingServiceListener(
    event: 'onUserLeave',
    listener: (data: { readonly reasonCode?: number }) => void,
  ): void;
}

/** What the SDK takes from global variables, in this order. */
const libraries = ['react', 'redux', 'redux-thunk'];

const loadScript = (src: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = src;
    // Downloaded in parallel, run in order.
    script.async = false;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error(`${src} did not load.`)));
    document.head.append(script);
  });

/** @param version of the SDK, whose files are below `/zoom-sdk/` on this server */
export async function loadZoomSdk(version: string): Promise<ZoomMtg> {
  const root = `${location.origin}/zoom-sdk/${version}`;
  await Promise.all([
    ...libraries.map((name) => loadScript(`${root}/lib/vendor/${name}.min.js`)),
    loadScript(`${root}/zoom-meeting-${version}.min.js`),
  ]);
  const { ZoomMtg: sdk } = window as unknown as { readonly ZoomMtg: ZoomMtg };
  // Otherwise the SDK downloads these files from source.zoom.us.
  sdk.setZoomJSLib(`${root}/lib`, '/av');
  return sdk;
}

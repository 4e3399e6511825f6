/** The account at Zoom of the stand-in for its Meeting SDK. */
export interface ZoomMeeting {
  readonly passcode: string;
  /** The error that each attendee who joins gets. */
  readonly errorCode?: number;
}

export interface ZoomAccount {
  readonly sdkKey: string;
  readonly sdkSecret: string;
  /** The meetings of the account, by number. */
  readonly meetings: Readonly<Record<string, ZoomMeeting>>;
}

/** The account that the operator's key belongs to. */
export const zoomAccount: ZoomAccount = {
  sdkKey: 'key-of-the-tests',
  sdkSecret: 'secret-of-the-tests-of-zoom-meetings',
  meetings: {
    '81234567890': { passcode: 'desk-2030' },
    '80000000001': { passcode: '', errorCode: 3008 },
    '80000000002': { passcode: '', errorCode: 4011 },
  },
};

export const zoomEnv = { ZOOM_SDK_KEY: zoomAccount.sdkKey, ZOOM_SDK_SECRET: zoomAccount.sdkSecret };

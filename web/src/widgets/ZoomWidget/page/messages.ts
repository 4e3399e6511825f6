/** The messages between the page of a Zoom meeting (`zoom.html`) and the widget around it, both from this origin. */
import type { JoinProblem } from './joinProblem.ts';

/** What the page needs to join. */
export interface JoinData {
  /** Names the folder of the SDK's files, `/zoom-sdk/6.2.0/`. */
  readonly sdkVersion: string;
  readonly signature: string;
  readonly meetingNumber: string;
  readonly passcode: string;
  readonly userName: string;
  /** Webinars need it. */
  readonly userEmail: string | undefined;
  /** A language of the venue, such as `de` or `de-CH`. */
  readonly language: string;
}

export interface JoinMessage {
  readonly join: JoinData;
}

export type PageMessage =
  /** The page waits for a `JoinMessage`. It is loaded again after a meeting. */
  | { readonly zoom: 'ready' }
  | { readonly zoom: 'joined' }
  /** @property ended for everyone, by its host */
  | { readonly zoom: 'left'; readonly ended: boolean }
  | { readonly zoom: 'failed'; readonly problem: JoinProblem };

/** The props of all forms behind the link of an email. */
import type { IssuedIdToken, ResponseOf, getAccountLink } from '@foyer/contract';
import type { LoginHandover } from '../loginHandover.ts';
import type { LoginMessage } from '../loginMessage.ts';

export type AccountLink = ResponseOf<typeof getAccountLink>;

export interface LinkResult extends LoginHandover {
  /** The session that the link has opened in this browser. */
  readonly session?: IssuedIdToken | undefined;
}

export interface LinkFormProps {
  readonly token: string;
  readonly link: AccountLink;
  readonly message: LoginMessage | undefined;
  readonly messageId: string;
  readonly setMessage: (message: LoginMessage | undefined) => void;
  /** The link was used or has expired meanwhile. */
  readonly onExpired: () => void;
  readonly onDone: (result: LinkResult) => Promise<void>;
  /** The confirmation has returned the token of the next step. */
  readonly onLink: (token: string) => void;
}

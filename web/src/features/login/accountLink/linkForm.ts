/** What the forms behind the link of a mail are given. */
import type { AnswerOf, readAccountLink } from '@foyer/contract';
import type { HandedOver } from '../handOver.ts';
import type { LoginMessage } from '../loginMessage.ts';

export type AccountLink = AnswerOf<typeof readAccountLink>;

export interface LinkFormProps {
  readonly token: string;
  readonly link: AccountLink;
  readonly message: LoginMessage | undefined;
  readonly messageId: string;
  readonly tell: (message: LoginMessage | undefined) => void;
  /** The link has been used or has run out meanwhile. */
  readonly onExpired: () => void;
  readonly onDone: (done: HandedOver) => Promise<void>;
  /** What was confirmed leads on to another link. */
  readonly onLink: (token: string) => void;
}

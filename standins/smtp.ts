/** A mail server that stores and parses emails, and can reject them temporarily. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerEnvelope } from 'smtp-server';

export interface ReceivedMail {
  /** The recipients of the envelope. */
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
}

export interface SmtpStandin {
  /** `smtp://user:password@127.0.0.1:port` */
  readonly url: string;
  /** In the order of arrival. */
  readonly mails: readonly ReceivedMail[];
  /** The number of offered emails, including rejected ones. */
  readonly offered: number;
  /** Resolves with the emails to an address when there are `count`; rejects after a minute. */
  mailsTo(address: string, count?: number): Promise<readonly ReceivedMail[]>;
  /** Rejects this many of the next emails with 451 (temporary failure). */
  refuse(mails: number): void;
  /** Delays the replies to offered emails. The returned function releases a number of them, or all future ones. */
  hold(): (mails?: number) => void;
  close(): Promise<void>;
}

const patienceMs = 60_000;
const user = { name: 'foyer', password: 'p@ss:word' };

export async function startSmtp(): Promise<SmtpStandin> {
  const mails: ReceivedMail[] = [];
  const watchers = new Set<() => void>();
  let offered = 0;
  let refusing = 0;
  let permits = Infinity;
  const held: (() => void)[] = [];
  const release = (count = Infinity) => {
    permits += count;
    while (permits > 0 && held.length > 0) {
      permits -= 1;
      held.shift()?.();
    }
  };
  const waitForPermit = async (): Promise<void> => {
    if (permits > 0) permits -= 1;
    else await new Promise<void>((resolve) => held.push(resolve));
  };
  const read = async (stream: Readable, { mailFrom, rcptTo }: SMTPServerEnvelope): Promise<void> => {
    const mail = await simpleParser(stream);
    mails.push({
      from: mailFrom === false ? '' : mailFrom.address,
      to: rcptTo.map(({ address }) => address),
      subject: mail.subject ?? '',
      text: mail.text ?? '',
      html: mail.html === false ? '' : mail.html,
      headers: new Map(mail.headerLines.map(({ key, line }) => [key, line.slice(key.length + 1).trim()])),
    });
    for (const check of watchers) check();
  };
  const receive = async (
    stream: Readable,
    envelope: SMTPServerEnvelope,
    done: (error?: Error) => void,
  ): Promise<void> => {
    try {
      await waitForPermit();
      await read(stream, envelope);
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
      return;
    }
    done();
  };
  const server = new SMTPServer({
    // No TLS, because there is no trusted certificate.
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    onAuth: ({ username, password }, _session, done) => {
      if (username === user.name && password === user.password) done(null, { user: username });
      else done(new Error('wrong user or password'));
    },
    onMailFrom: (_address, _session, done) => {
      offered += 1;
      if (refusing === 0) {
        done();
        return;
      }
      refusing -= 1;
      done(Object.assign(new Error('come back later'), { responseCode: 451 }));
    },
    onData: (stream, { envelope }, done) => void receive(stream, envelope, done),
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const to = (address: string) =>
    mails.filter((mail) => mail.to.some((each) => each.toLowerCase() === address.toLowerCase()));

  return {
    url: `smtp://${user.name}:${encodeURIComponent(user.password)}@127.0.0.1:${port}`,
    mails,
    get offered() {
      return offered;
    },
    mailsTo: (address, count = 1) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = to(address);
          if (found.length < count) return;
          clearTimeout(timer);
          watchers.delete(look);
          resolve(found);
        };
        const timer = setTimeout(() => {
          watchers.delete(look);
          const came = mails.map((mail) => `${mail.to.join()}: ${mail.subject}`).join('; ');
          reject(new Error(`Expected ${count} emails to ${address}, received ${came || 'none'}`));
        }, patienceMs);
        watchers.add(look);
        look();
      }),
    refuse: (count) => {
      refusing = count;
    },
    hold: () => {
      permits = 0;
      return release;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The token of the link in a mail. */
export const tokenIn = ({ text }: ReceivedMail): string => /#token=([A-Za-z0-9_-]{43})/.exec(text)?.[1] ?? '';

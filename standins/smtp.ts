/** A mail server that takes mails, reads them, and can be told to refuse them for a while. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerEnvelope } from 'smtp-server';

export interface ReceivedMail {
  /** The addresses of the envelope. */
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
  /** In the order in which they came. */
  readonly mails: readonly ReceivedMail[];
  /** How many mails were offered, the refused ones as well. */
  readonly offered: number;
  /** Resolves with the mails to an address as soon as there are so many; rejects after a minute. */
  mailsTo(address: string, count?: number): Promise<readonly ReceivedMail[]>;
  /** The next so many mails are refused for now (451). */
  refuse(mails: number): void;
  /** Offered mails wait for an answer from now on; the returned function lets so many go on, or all there will be. */
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
  let letGo = Infinity;
  const held: (() => void)[] = [];
  const release = (count = Infinity) => {
    letGo += count;
    while (letGo > 0 && held.length > 0) {
      letGo -= 1;
      held.shift()?.();
    }
  };
  const passage = async (): Promise<void> => {
    if (letGo > 0) letGo -= 1;
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
    for (const look of watchers) look();
  };
  const take = async (
    stream: Readable,
    envelope: SMTPServerEnvelope,
    done: (fault?: Error) => void,
  ): Promise<void> => {
    try {
      await passage();
      await read(stream, envelope);
    } catch (fault) {
      done(fault instanceof Error ? fault : new Error(String(fault)));
      return;
    }
    done();
  };
  const server = new SMTPServer({
    // Its certificate would be nobody's.
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
    onData: (stream, { envelope }, done) => void take(stream, envelope, done),
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
          reject(new Error(`no ${count} mails to ${address} came; but ${came || 'none'}`));
        }, patienceMs);
        watchers.add(look);
        look();
      }),
    refuse: (count) => {
      refusing = count;
    },
    hold: () => {
      letGo = 0;
      return release;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The token of the link in a mail. */
export const tokenIn = ({ text }: ReceivedMail): string => /#token=([A-Za-z0-9_-]{43})/.exec(text)?.[1] ?? '';

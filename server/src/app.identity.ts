/** Wires what lets people in: accounts, sessions, the ways to log in, and who may do what. */
import { localizedTextOf, type Locale } from '@foyer/contract';
import {
  createAccountFeature,
  emailKeyOf,
  type AccountFeature,
  type AccountTables,
  type Hasher,
} from './features/account/index.ts';
import { createAccessFeature, type AccessFeature, type AccessTables } from './features/access/index.ts';
import type { ChatFeature } from './features/chat/index.ts';
import { loginFeature, readLoginFile, type LiveVenue, type LoginFeature } from './features/login/index.ts';
import type { LoginTables } from './features/login/index.ts';
import type { PresenceFeature } from './features/presence/index.ts';
import { profileFeature, type ProfileFeature, type ProfileTables } from './features/profile/index.ts';
import { sessionFeature, type SessionFeature, type SessionTables } from './features/session/index.ts';
import type { VenueFeature } from './features/venue/index.ts';
import type { Blobs } from '#platform/blobs/blobs';
import { systemPause, type Clock, type Pause } from '#platform/clock';
import type { Feature } from '#platform/feature';
import type { Config } from '#platform/config/config';
import { hasStageRole } from '#platform/http/access';
import type { HeaderKinds } from '#platform/http/headers';
import type { Log } from '#platform/log/log';
import { createMail } from '#platform/mail/mail';
import { mailPages } from '#platform/mail/mailPage';
import type { Secrets } from '#platform/secrets';
import type { StageLook } from '#platform/shell/shell';
import type { Storage } from '#platform/storage/storage';

export type IdentityTables = AccessTables & AccountTables & SessionTables & LoginTables & ProfileTables;

export interface IdentityParts {
  readonly config: Config;
  readonly storage: Storage<IdentityTables>;
  readonly blobs: Blobs;
  readonly clock: Clock;
  readonly log: Log;
  readonly headers: HeaderKinds;
  readonly secrets: Secrets;
  readonly adminKey: string;
  /** argon2id at its production cost unless told. */
  readonly hasher?: Hasher;
  /** Waits in real time unless told. */
  readonly pause?: Pause;
  /** Hears of sessions that have ended on this node. */
  readonly onSessionEnded: (sessionId: string) => void;
  /** Hears of accounts whose roles this node has changed, or whether they may come in. */
  readonly onRightsChanged: (accountId: string) => void;
  /** Who is here, which is made after this, too. */
  readonly presence: () => Pick<PresenceFeature, 'refresh' | 'exportOf' | 'forget'>;
  /** Who talks, as above. */
  readonly chat: () => Pick<ChatFeature, 'refresh' | 'exportOf' | 'forget'>;
  /** The venue, which is made after this and asked only once both are there. */
  readonly venue: () => Pick<VenueFeature, 'publicVenue' | 'architecture' | 'exportOf' | 'forget'>;
}

export interface Identity {
  readonly features: readonly Feature[];
  readonly access: AccessFeature;
  readonly account: AccountFeature;
  readonly profile: ProfileFeature;
  readonly login: LoginFeature;
  /** To be called when a session has ended on another node. */
  readonly forgetSession: (sessionId: string) => void;
  /** To be called when what an account may do was changed, on this node or another. */
  readonly forgetRights: (accountId: string) => void;
  readonly stageLook: StageLook;
}

const tablesOf = <T>(storage: Storage<IdentityTables>): Storage<T> => storage as unknown as Storage<T>;

/** Throws a `ConfigFault` where the login file has a fault. */
export function createIdentity(parts: IdentityParts): Identity {
  const { config, storage, clock, log, headers, secrets, adminKey } = parts;
  const { publicUrl } = config;
  const settings = readLoginFile(config);
  const mail = createMail(config, { log, clock });
  const loginEnabled = () => login.loginEnabled();
  /** Something else is to be seen of a person now. */
  const told = (accountId: string) => {
    parts.presence().refresh(accountId);
    parts.chat().refresh(accountId);
  };
  const account: AccountFeature = createAccountFeature({
    storage: tablesOf(storage),
    clock,
    log,
    mail,
    publicUrl,
    defaultLocale: config.locales.default,
    venueName: (locale) => venueNameOf(parts, locale),
    sessions: { endAll: (accountId, except) => session.sessions.endAll(accountId, except) },
    registration: () => settings.registration,
    attempts: { begin: (counted) => login.attempts.begin(counted) },
    exports: [
      { name: 'sessions', of: (accountId) => session.exportOf(accountId) },
      { name: 'profile', of: (accountId) => profile.exportOf(accountId) },
      { name: 'venue', of: (accountId) => parts.venue().exportOf(accountId) },
      { name: 'presence', of: (accountId) => parts.presence().exportOf(accountId) },
      { name: 'chat', of: (accountId) => parts.chat().exportOf(accountId) },
    ],
    onDelete: [
      (accountId) => profile.forget(accountId),
      (accountId) => parts.venue().forget(accountId),
      (accountId) => parts.presence().forget(accountId),
      (accountId) => parts.chat().forget(accountId),
    ],
    onRights: (accountId) => parts.onRightsChanged(accountId),
    onChange: told,
    ...(parts.hasher === undefined ? {} : { hasher: parts.hasher }),
  });
  const session: SessionFeature = sessionFeature({
    storage: tablesOf(storage),
    clock,
    secrets,
    publicUrl,
    accounts: account.accounts,
    visitors: {
      find: (requestHeaders) => access.visitors.find(requestHeaders),
      findSession: (sessionId) => access.visitors.findSession(sessionId),
      knownSession: (sessionId) => access.visitors.knownSession(sessionId),
      end: (requestHeaders) => access.visitors.end(requestHeaders),
    },
    loginEnabled,
    onEnded: parts.onSessionEnded,
    log,
  });
  const access = createAccessFeature({
    storage: tablesOf(storage),
    clock,
    adminKey,
    publicUrl,
    headers,
    tokens: session.tokens,
    loginEnabled,
    accounts: account.accounts,
  });
  const login: LoginFeature = loginFeature({
    settings,
    storage: tablesOf(storage),
    accounts: account.accounts,
    sessions: session.sessions,
    liveVenue: () => liveVenueOf(parts),
    emailKey: emailKeyOf,
    sendsMail: mail.available,
    clock,
    pause: parts.pause ?? systemPause,
    log,
    secureCookies: publicUrl.startsWith('https:'),
    secrets,
    publicUrl,
  });
  const profile: ProfileFeature = profileFeature({
    storage: tablesOf(storage),
    blobs: parts.blobs,
    dataDir: config.dataDir,
    clock,
    accounts: account.accounts,
    onPicture: told,
    venueAttributes: async (mode, architectureId) =>
      (await parts.venue().architecture(mode, architectureId))?.userProfileAttributes,
  });
  const mailFeature: Feature = {
    name: 'mail',
    routes: [],
    pages: mailPages(mail, headers),
    stop: async () => mail.stop(),
  };
  return {
    features: [mailFeature, access, account, session, login, profile],
    access,
    account,
    profile,
    login,
    forgetSession: (sessionId) => session.tokens.forget(sessionId),
    forgetRights: (accountId) => {
      session.tokens.forgetAccount(accountId);
      access.visitors.forgetOwner(accountId);
    },
    stageLook: stageLookOf(access, session),
  };
}

/** What mails call the venue. */
function venueNameOf({ venue, config }: IdentityParts, locale: Locale): string {
  const titles = venue().publicVenue.facts('LIVE')?.titles ?? [];
  return localizedTextOf(titles, locale, config.locales.default) || (config.tabTitle ?? 'Foyer');
}

async function liveVenueOf({ venue }: IdentityParts): Promise<LiveVenue | undefined> {
  const architectureId = venue().publicVenue.facts('LIVE')?.architectureId;
  if (architectureId === undefined) return undefined;
  const architecture = await venue().architecture('LIVE', architectureId);
  const cventEvent = architecture?.cventLoginEnabled === true ? architecture.cventEvent : undefined;
  return { architectureId, cventEvent: cventEvent === '' ? undefined : cventEvent };
}

/** Who has neither cookie is told at once; a designer's refresh cookie takes a look into the storage. */
const stageLookOf = ({ visitors }: AccessFeature, session: SessionFeature): StageLook => ({
  now: (headers) => {
    if (visitors.known(headers) !== undefined) return true;
    return headers.cookie !== undefined && /\bfoyer_(?:stage|refresh)=/.test(headers.cookie)
      ? undefined
      : false;
  },
  find: async (headers) => {
    if ((await visitors.find(headers)) !== undefined) return true;
    const account = await session.signedIn(headers);
    return account !== undefined && hasStageRole(account.roles);
  },
});

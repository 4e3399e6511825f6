/**
 * Every login of the demo can be tried: stand-ins of the ticket platforms and of a company's OIDC and SAML providers run
 * beside the server, mails are caught and shown, and the login screen names people and tickets to try.
 */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bizzaboEventId, bizzaboRegistrations, startBizzabo } from '../standins/bizzabo.ts';
import { cventAttendees, startCvent } from '../standins/cvent.ts';
import { startOidc } from '../standins/oidc.ts';
import { startSaml } from '../standins/saml.ts';
import type { Company } from '../standins/people.ts';
import { demoAccounts } from '../demo/people.ts';

const isLocal = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/.test(host);

/** What a setting says, or that a file says it. */
const given = (env: NodeJS.ProcessEnv, name: string): string | undefined =>
  env[name] || env[`${name}_FILE`] || undefined;

function isReachable(env: NodeJS.ProcessEnv): boolean {
  const host = given(env, 'HOST');
  const url = given(env, 'PUBLIC_URL');
  if (host !== undefined && !isLocal(host)) return true;
  return url !== undefined && !(URL.canParse(url) && isLocal(new URL(url).hostname));
}

const dataDirOf = (env: NodeJS.ProcessEnv): string => resolve(env['DATA_DIR'] || './data');
const demoFile = (dataDir: string): string => join(dataDir, 'demo-login.json');
const isOfDemo = (env: NodeJS.ProcessEnv): boolean =>
  given(env, 'DATABASE_URL') === undefined && existsSync(demoFile(dataDirOf(env)));

/**
 * Whether the server that starts is the demo of somebody's own machine: nobody has set up logins or a database, the data
 * folder is new, empty or belongs to a demo, and only this machine reaches it. The passwords of the demo are known to all.
 */
export function isOwnDemo(env: NodeJS.ProcessEnv): boolean {
  const dataDir = dataDirOf(env);
  const configured =
    ['LOGIN_FILE', 'DATABASE_URL'].some((name) => given(env, name)) ||
    existsSync(join(dataDir, 'login.json'));
  const inUse = existsSync(dataDir) && readdirSync(dataDir).length > 0 && !isOfDemo(env);
  return !isReachable(env) && !configured && !inUse;
}

/** Whether others would reach a server whose people, an administrator among them, have the passwords of the demo. */
export const opensDemoToOthers = (env: NodeJS.ProcessEnv): boolean => isReachable(env) && isOfDemo(env);

function person(email: string, name: string, company: string, title: string) {
  return { id: email, email, emailVerified: true, name, company, title };
}

/** Two companies, with people of their own: an email belongs to one way in. */
const northwind: Company = {
  title: 'Northwind: choose whose account you have',
  people: [
    person('nora@northwind.example', 'Nora Northwind', 'Northwind', 'Stage manager'),
    person('nils@northwind.example', 'Nils Northwind', 'Northwind', 'Lighting'),
  ],
};
const eastsea: Company = {
  title: 'Eastsea: choose whose account you have',
  people: [
    person('esme@eastsea.example', 'Esme Eastsea', 'Eastsea', 'Sound engineer'),
    person('emil@eastsea.example', 'Emil Eastsea', 'Eastsea', 'Curator'),
  ],
};

export interface DemoLogins {
  /** Settings for the server. */
  readonly env: Readonly<Record<string, string>>;
  /** Tells the identity providers where the server answers; before, nobody can log in with them. */
  trust(publicUrl: string): void;
  stop(): Promise<void>;
}

/** Starts the stand-ins and writes the login file that knows them, `demo-login.json` in the data folder. */
export async function startDemoLogins(env: NodeJS.ProcessEnv): Promise<DemoLogins> {
  const [cvent, bizzabo, oidc, saml] = await Promise.all([
    startCvent(),
    startBizzabo(),
    startOidc(northwind),
    startSaml(eastsea),
  ]);
  const [attendee] = cventAttendees;
  const [registered] = bizzaboRegistrations;
  const file = demoFile(dataDirOf(env));
  const settings = {
    providers: [
      {
        type: 'cvent',
        displayName: 'Cvent ticket',
        baseUrl: cvent.baseUrl,
        clientId: 'cvent-client',
        clientSecret: 'cvent-secret',
      },
      {
        type: 'bizzabo',
        displayName: 'Bizzabo ticket',
        baseUrl: bizzabo.baseUrl,
        eventId: bizzaboEventId,
        apiKey: 'bizzabo-key',
      },
      {
        type: 'oidc',
        id: 'northwind',
        displayName: 'Northwind account (OIDC)',
        issuer: oidc.issuer,
        clientId: oidc.clientId,
        clientSecret: oidc.clientSecret,
      },
      {
        type: 'saml',
        id: 'saml.eastsea',
        displayName: 'Eastsea account (SAML)',
        entryPoint: saml.entryPoint,
        idpIssuer: saml.issuer,
        idpCertificate: saml.certificate,
      },
      { type: 'password' },
    ],
    registration: {},
    demo: {
      accounts: demoAccounts.map(({ email, password, roles }) => ({
        role: roles[0] ?? 'ROLE_ATTENDEE',
        email,
        password,
      })),
      tickets: {
        cvent: { number: attendee?.confirmationNumber ?? '' },
        bizzabo: {
          number: String(registered?.id ?? ''),
          email: registered?.properties['email'] ?? '',
        },
      },
    },
  };
  mkdirSync(resolve(file, '..'), { recursive: true, mode: 0o700 });
  writeFileSync(file, `${JSON.stringify(settings, undefined, 2)}\n`, { mode: 0o600 });
  return {
    env: { LOGIN_FILE: file, MAIL_CATCH: 'true' },
    trust: (publicUrl) => {
      oidc.trust(`${publicUrl}/auth/northwind/callback`);
      saml.trust(`${publicUrl}/auth/saml.eastsea/acs`);
    },
    stop: async () => {
      await Promise.all([cvent.stop(), bizzabo.stop(), oidc.stop(), saml.stop()]);
    },
  };
}

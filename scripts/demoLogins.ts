/**
 * Starts stand-ins for all logins of the demo: the ticket platforms, an OIDC and a SAML provider, and a mail server
 * whose emails are shown at /mail. The login screen lists accounts and tickets to try.
 */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bizzaboEventId, bizzaboRegistrations, startBizzabo } from '../standins/bizzabo.ts';
import { cventAttendees, startCvent } from '../standins/cvent.ts';
import { startOidc } from '../standins/oidc.ts';
import { startSaml } from '../standins/saml.ts';
import type { Company } from '../standins/people.ts';
import { demoAccounts } from '../demo/people.ts';
import { settingThatOpensServer } from '../server/src/platform/config/reachability.ts';

/** The value of a setting, or of its `_FILE` variant. */
const given = (env: NodeJS.ProcessEnv, name: string): string | undefined =>
  env[name] || env[`${name}_FILE`] || undefined;

const isReachable = (env: NodeJS.ProcessEnv): boolean =>
  settingThatOpensServer({
    host: env['HOST'],
    publicUrl: env['PUBLIC_URL'],
    trustedProxies: env['TRUSTED_PROXIES'],
  }) !== undefined;

const dataDirOf = (env: NodeJS.ProcessEnv): string => resolve(env['DATA_DIR'] || './data');
const demoFile = (dataDir: string): string => join(dataDir, 'demo-login.json');
const isOfDemo = (env: NodeJS.ProcessEnv): boolean =>
  given(env, 'DATABASE_URL') === undefined && existsSync(demoFile(dataDirOf(env)));

/**
 * Whether the server is a local demo: no logins or database are configured, the data folder is new, empty or of a demo,
 * and the server is reachable only from this machine. The passwords of the demo are public.
 */
export function isOwnDemo(env: NodeJS.ProcessEnv): boolean {
  const dataDir = dataDirOf(env);
  const configured =
    ['LOGIN_FILE', 'DATABASE_URL'].some((name) => given(env, name)) ||
    existsSync(join(dataDir, 'login.json'));
  const inUse = existsSync(dataDir) && readdirSync(dataDir).length > 0 && !isOfDemo(env);
  return !isReachable(env) && !configured && !inUse;
}

/** Whether a server with demo accounts, one of them an administrator, is reachable from other machines. */
export const opensDemoToOthers = (env: NodeJS.ProcessEnv): boolean => isReachable(env) && isOfDemo(env);

function person(email: string, name: string, company: string, title: string) {
  return { id: email, email, emailVerified: true, name, company, title };
}

/** Two companies with different users, because an email belongs to one login option. */
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
  /** Environment variables for the server. */
  readonly env: Readonly<Record<string, string>>;
  /** Sets the URL of the server in the identity providers. Logins fail before. */
  trust(publicUrl: string): void;
  stop(): Promise<void>;
}

/** Starts the stand-ins and writes their login file, `demo-login.json` in the data folder. */
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

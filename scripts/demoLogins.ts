/**
 * Every login of the demo can be tried: stand-ins of the ticket platforms and of a company's OIDC and SAML providers run
 * beside the server, mails are caught and shown, and the login screen names people and tickets to try.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bizzaboEventId, bizzaboRegistrations, startBizzabo } from '../standins/bizzabo.ts';
import { cventAttendees, startCvent } from '../standins/cvent.ts';
import { startOidc } from '../standins/oidc.ts';
import { startSaml } from '../standins/saml.ts';
import { demoAccounts } from '../demo/people.ts';

const isLocal = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/.test(host);

/**
 * Whether the server that starts is the demo of somebody's own machine: nobody has set up logins, the data folder is new
 * or belongs to a demo, and only this machine reaches it. The passwords of the demo are known to all.
 */
export function isOwnDemo(env: NodeJS.ProcessEnv): boolean {
  const dataDir = resolve(env['DATA_DIR'] || './data');
  const { LOGIN_FILE: file, HOST: host, PUBLIC_URL: url } = env;
  const reachable = !isLocal(host || '127.0.0.1') || (url ? !isLocal(new URL(url).hostname) : false);
  const configured = Boolean(file) || existsSync(join(dataDir, 'login.json'));
  const inUse = existsSync(dataDir) && !existsSync(marker(dataDir));
  return !reachable && !configured && !inUse;
}

const marker = (dataDir: string) => join(dataDir, 'demo-login.json');

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
    startOidc(),
    startSaml(),
  ]);
  const [attendee] = cventAttendees;
  const [registered] = bizzaboRegistrations;
  const file = marker(resolve(env['DATA_DIR'] || './data'));
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
        id: 'eastsea',
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
      saml.trust(`${publicUrl}/auth/eastsea/acs`);
    },
    stop: async () => {
      await Promise.all([cvent.stop(), bizzabo.stop(), oidc.stop(), saml.stop()]);
    },
  };
}

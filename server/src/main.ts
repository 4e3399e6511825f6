/** The server's process: starts it, says where it is, and ends it well on SIGTERM and SIGINT. */
import { writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { commandSettings } from './cli/commandSettings.ts';
import { startServer, type Running } from './start.ts';
import { ConfigError, configErrorExitCode, readConfig, type Config } from '#platform/config/config';
import { createLog, type Log } from '#platform/log/log';
import { StorageError } from '#platform/storage/errors';

/** What is for people goes to standard error; standard output has the log alone. */
const say = (text: string) => process.stderr.write(`${text}\n`);

function fail(fault: unknown): never {
  if (!(fault instanceof ConfigError || fault instanceof StorageError)) throw fault;
  say(fault.message);
  process.exit(configErrorExitCode);
}

/** Tells whoever started this process that it takes requests: by IPC, or as a line on FOYER_READY_FD. */
function announce({ url, config, adminKey }: Running, firstAdministrator: string | undefined): void {
  const ready = {
    ready: true,
    url,
    publicUrl: config.publicUrl,
    ...(adminKey.file === undefined ? {} : { adminKeyFile: adminKey.file }),
    // A key: whoever started this process shows it to a person, and nobody else.
    ...(firstAdministrator === undefined ? {} : { firstAdministrator }),
  };
  if (process.send) process.send(ready);
  const fd = process.env['FOYER_READY_FD'];
  if (fd !== undefined && /^\d{1,3}$/.test(fd)) writeSync(Number(fd), `${JSON.stringify(ready)}\n`);
}

async function welcome(
  { url, config, app, adminKey }: Running,
  firstAdministrator: string | undefined,
): Promise<void> {
  // The link is a key: it is shown to a person at a terminal, and to no log.
  const stage = process.stderr.isTTY
    ? `${(await app.createStageLink()).url}  (opens once)`
    : `${config.publicUrl}/stage/  (${commandSettings(process.env, url)}npm run foyer -- stage-link opens it)`;
  say(`
  The venue    ${config.publicUrl}/
  The stage    ${stage}
  The data     ${config.dataDir}${config.databaseUrl === undefined ? '' : ' and PostgreSQL'}
  The key      ${adminKey.file ?? 'as configured (ADMIN_KEY)'}
  Mails        ${mailLine(config)}${
    firstAdministrator !== undefined && process.stderr.isTTY
      ? `
  The first administrator
               ${firstAdministrator}  (works once)`
      : ''
  }

  Press Ctrl-C to stop it.
`);
}

function mailLine({ mail }: Config): string {
  if (mail === undefined)
    return 'none can be sent: no password reset, no invitations, no registration (set SMTP_URL and MAIL_FROM)';
  return mail.kind === 'catch' ? 'are caught and shown at /mail' : `are sent as ${mail.from}`;
}

function endWell(running: Running, log: Log): void {
  let ending = false;
  const end = async (signal: string) => {
    // A second signal is meant: whatever still runs is cut off.
    if (ending) process.exit(130);
    ending = true;
    log.info({ signal }, 'stopping');
    running.listener.announceStop();
    await pause(running.config.stopDelayMs);
    await running.stop();
    log.info('stopped');
    if (process.connected) process.disconnect();
  };
  const onSignal = (signal: string) => {
    end(signal).catch((fault: unknown) => {
      log.error({ err: fault }, 'the stop failed');
      process.exit(1);
    });
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, onSignal);
}

function configured(): Config {
  try {
    return readConfig(process.env);
  } catch (fault) {
    return fail(fault);
  }
}

const config = configured();
const log = createLog(config.logLevel);
const running = await startServer(config, { log }).catch(fail);
endWell(running, log);
if (running.config.mail === undefined)
  log.warn(
    'no mail can be sent: no password reset, invitation or registration; SMTP_URL and MAIL_FROM are not set',
  );
log.info(
  { url: running.url, publicUrl: running.config.publicUrl, engine: running.storage.engine },
  'listening',
);
const firstAdministrator = (await running.app.firstAdministratorLink())?.url;
if (process.env['FOYER_MANAGED'] === undefined) await welcome(running, firstAdministrator);
announce(running, firstAdministrator);

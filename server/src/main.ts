/** The server process: starts the server, prints its URLs, and stops it gracefully on SIGTERM, SIGINT and SIGHUP. */
import { writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { commandSettings } from './cli/commandSettings.ts';
import { startServer, type RunningServer } from './start.ts';
import { ApiError } from '#platform/apiError';
import { ConfigError, configErrorExitCode, readConfig, type Config } from '#platform/config/config';
import { createLog, type Log } from '#platform/log/log';
import { StorageError } from '#platform/storage/errors';
import { assertLockResponds } from '#platform/storage/folderLock';
import { StorageOutage } from '#platform/storageOutage';

// Files of the server contain personal data and keys: other users of the machine must not read them.
process.umask(0o077);

/** Prints text for people to standard error, because standard output contains only the log. */
const print = (text: string) => process.stderr.write(`${text}\n`);

function fail(error: unknown): never {
  if (error instanceof ConfigError || error instanceof StorageError) {
    print(error.message);
    process.exit(configErrorExitCode);
  }
  if (!(error instanceof ApiError)) throw error;
  // A dependency is not usable, for example a database that is still starting: another start may succeed.
  print(error instanceof StorageOutage ? error.reason : error.message);
  process.exit(1);
}

/** Notifies the parent process that the server accepts requests: by IPC, or as a line on FOYER_READY_FD. */
function notifyReady({ url, config, adminKey }: RunningServer, firstAdministrator: string | undefined): void {
  const ready = {
    ready: true,
    url,
    publicUrl: config.publicUrl,
    ...(adminKey.file === undefined ? {} : { adminKeyFile: adminKey.file }),
    // The URL gives access: the parent process shows it only to the operator and never logs it.
    ...(firstAdministrator === undefined ? {} : { firstAdministrator }),
  };
  if (process.send) process.send(ready);
  const fd = process.env['FOYER_READY_FD'];
  if (fd !== undefined && /^\d{1,3}$/.test(fd)) writeSync(Number(fd), `${JSON.stringify(ready)}\n`);
}

async function printWelcome(
  { url, config, app, adminKey }: RunningServer,
  firstAdministrator: string | undefined,
): Promise<void> {
  // The link gives access: it is printed only to a terminal, not into a log.
  const stage = process.stderr.isTTY
    ? `${(await app.createStageLink()).url}  (opens once)`
    : `${config.publicUrl}/stage/  (${commandSettings(process.env, url)}npm run foyer -- stage-link creates a link)`;
  print(`
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
    return 'cannot be sent: no password resets, invitations or registrations (set SMTP_URL and MAIL_FROM)';
  return mail.kind === 'catch' ? 'are caught and shown at /mail' : `are sent as ${mail.from}`;
}

/**
 * Signals within this time count as one: a terminal and systemd send them to all processes, and each parent process
 * forwards its own.
 */
const sameSignalMs = 1_000;

function stopOnSignals(running: RunningServer, log: Log): void {
  let firstAt: number | undefined;
  const stop = async (signal: string) => {
    if (firstAt !== undefined) {
      // A second signal stops the process immediately.
      if (performance.now() - firstAt >= sameSignalMs) process.exit(130);
      return;
    }
    firstAt = performance.now();
    log.info({ signal }, 'stopping');
    running.listener.announceStop();
    await pause(running.config.stopDelayMs);
    await running.stop();
    log.info('stopped');
    process.off('disconnect', onDisconnect);
    if (process.connected) process.disconnect();
  };
  const onSignal = (signal: string) => {
    stop(signal).catch((error: unknown) => {
      log.error({ err: error }, 'graceful stop failed');
      process.exit(1);
    });
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, onSignal);
  // The parent process has ended without forwarding a signal.
  const onDisconnect = () => onSignal('disconnect');
  process.once('disconnect', onDisconnect);
}

function readConfigOrExit(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    return fail(error);
  }
}

const config = readConfigOrExit();
const log = createLog(config.logLevel);
if (config.databaseUrl === undefined) await assertLockResponds(config.dataDir).catch(fail);
const running = await startServer(config, { log }).catch(fail);
stopOnSignals(running, log);
if (running.config.mail === undefined)
  log.warn(
    'emails cannot be sent: no password resets, invitations or registrations; SMTP_URL and MAIL_FROM are not set',
  );
log.info(
  { url: running.url, publicUrl: running.config.publicUrl, engine: running.storage.engine },
  'listening',
);
const firstAdministrator = (await running.app.firstAdministratorLink().catch(fail))?.url;
if (process.env['FOYER_MANAGED'] === undefined) await printWelcome(running, firstAdministrator);
notifyReady(running, firstAdministrator);

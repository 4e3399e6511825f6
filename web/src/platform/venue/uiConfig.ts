/** Loads `/ui-config.json`, which the app needs first (ERROR-06). Errors in it are specific, and logged to the console. */
import { locales, uiConfig, type UiConfig } from '@foyer/contract';
import * as z from 'zod/mini';
import { send } from '../api/send.ts';
import { base } from '../base.ts';
import { writeErrorToConsole } from '../log.ts';
import { noteServerTime } from '../time/serverTime.ts';
import { useUi } from '../state/ui.ts';
import { PageError } from './pageError.ts';

const firebaseMessage = 'Failed to retrieve Firebase app configuration';
const locationMessage = 'The UI config could not be loaded: ui-config.json must be next to the index page';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Drops unsupported languages, so that they do not make the configuration invalid. */
function withKnownLocales(value: Record<string, unknown>): Record<string, unknown> {
  const { i18n } = value;
  if (!isObject(i18n) || !Array.isArray(i18n['supportedLocales'])) return value;
  const known: readonly unknown[] = locales;
  const supportedLocales = (i18n['supportedLocales'] as unknown[]).filter((locale) => known.includes(locale));
  return { ...value, i18n: { ...i18n, supportedLocales } };
}

/**
 * @param text the content of the file
 * @throws PageError that names what is wrong
 */
export function readUiConfig(text: string): UiConfig {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new PageError('uiConfigMissing', `${firebaseMessage}. ${locationMessage}`);
  }
  if (!isObject(value)) throw new PageError('uiConfigMissing', `${firebaseMessage}. ${locationMessage}`);
  if (!isObject(value['firebase'])) throw new PageError('firebaseMissing', firebaseMessage);
  const parsed = z.safeParse(uiConfig, withKnownLocales(value));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new PageError('uiConfigInvalid', `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
}

async function fetchText(): Promise<string> {
  let response: Response;
  try {
    response = await send(`${base}/ui-config.json`);
  } catch (error) {
    throw new PageError('notReachable', locationMessage, undefined, error);
  }
  noteServerTime(response);
  if (response.ok) return response.text();
  if (response.status >= 500)
    throw new PageError('notReachable', `${locationMessage} (status ${response.status})`);
  throw new PageError(
    'uiConfigMissing',
    `${firebaseMessage}. ${locationMessage} (status ${response.status})`,
  );
}

/** Loads it into the state. Returns the error instead of throwing it: the app is rendered either way. */
export async function loadUiConfig(): Promise<PageError | undefined> {
  try {
    useUi.setState({ uiConfig: readUiConfig(await fetchText()) });
    return undefined;
  } catch (error) {
    const pageError =
      error instanceof PageError ? error : new PageError('failed', String(error), undefined, error);
    writeErrorToConsole('UI_CONFIG', pageError.message);
    return pageError;
  }
}

/** Frontend log. It writes to the console; no messages are sent to the server (ERROR-07). */
export type LogCategory =
  | 'UI_CONFIG'
  | 'VENUE'
  | 'VERSION'
  | 'NAVIGATION'
  | 'ASSET'
  | 'LANGUAGE'
  | 'WIDGET'
  | 'SESSION'
  | 'CONNECTION'
  | 'GENERAL';

export function logError(category: LogCategory, message: string, cause?: unknown): void {
  if (cause === undefined) console.error(`[${category}] ${message}`);
  else console.error(`[${category}] ${message}`, cause);
}

export function logWarning(category: LogCategory, message: string, cause?: unknown): void {
  if (cause === undefined) console.warn(`[${category}] ${message}`);
  else console.warn(`[${category}] ${message}`, cause);
}

/** A message of the frontend log. */
export interface LogEntry {
  readonly level: 'ERROR' | 'WARN';
  readonly category: LogCategory;
  readonly message: string;
  readonly cause: unknown;
}

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

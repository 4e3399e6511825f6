/** Errors that keep a page from being shown at all (ERROR-09): a full-page message with a retry. */
export const pageErrorKinds = [
  'notReachable',
  'uiConfigMissing',
  'uiConfigInvalid',
  'firebaseMissing',
  'noArchitecture',
  'unknownVenue',
  'noArea',
  'failed',
] as const;
export type PageErrorKind = (typeof pageErrorKinds)[number];

export class PageError extends Error {
  override readonly name = 'PageError';
  readonly kind: PageErrorKind;
  readonly requestId: string | undefined;
  constructor(kind: PageErrorKind, detail = '', requestId?: string, cause?: unknown) {
    super(detail || kind, { cause });
    this.kind = kind;
    this.requestId = requestId;
  }
}

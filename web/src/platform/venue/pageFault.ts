/** Why a page can show nothing at all (ERROR-09): told as a full page with a retry. */
export const pageFaults = [
  'notReachable',
  'uiConfigMissing',
  'uiConfigInvalid',
  'firebaseMissing',
  'noArchitecture',
  'unknownVenue',
  'noArea',
  'failed',
] as const;
export type PageFaultKind = (typeof pageFaults)[number];

export class PageFault extends Error {
  override readonly name = 'PageFault';
  readonly kind: PageFaultKind;
  readonly requestId: string | undefined;
  constructor(kind: PageFaultKind, detail = '', requestId?: string, cause?: unknown) {
    super(detail || kind, { cause });
    this.kind = kind;
    this.requestId = requestId;
  }
}

/** Why a PDF cannot be shown. */

/**
 * `encryption`: protected in a way that no password opens. `corrupt`: not a PDF, or damaged. `locked`: the user has not
 * entered the password. `server`: any other response, or none although
 * the browser is online. `stopped`: the worker of pdf.js has stopped while the document was open.
 */
export type PdfFailureKind =
  | 'offline'
  | 'missing'
  | 'forbidden'
  | 'server'
  | 'encryption'
  | 'corrupt'
  | 'locked'
  | 'stopped';

export class PdfFailure extends Error {
  override readonly name = 'PdfFailure';
  readonly kind: PdfFailureKind;
  constructor(kind: PdfFailureKind, cause?: unknown) {
    super(kind, { cause });
    this.kind = kind;
  }
}

/** A request without a response. While the browser is online, no event says when to try again. */
export const failureWithoutResponse = (cause?: unknown): PdfFailure =>
  new PdfFailure(navigator.onLine ? 'server' : 'offline', cause);

/** @param status the HTTP status, 0 without a response */
export function failureOfStatus(status: number): PdfFailure {
  if (status === 0) return failureWithoutResponse();
  if (status === 401 || status === 403) return new PdfFailure('forbidden');
  if (status === 404 || status === 410) return new PdfFailure('missing');
  // No range is inside of an empty file.
  return new PdfFailure(status === 416 ? 'corrupt' : 'server');
}

const isFailedResponse = (error: unknown): error is { readonly status: number } =>
  error instanceof Error && 'status' in error && typeof error.status === 'number';

/** @param error of a request, of the download of pdf.js, or of pdf.js itself, whose errors are recognized by their names */
export function failureOf(error: unknown): PdfFailure {
  if (error instanceof PdfFailure) return error;
  if (isFailedResponse(error)) return failureOfStatus(error.status);
  const { name, message } = error as Error;
  // What `fetch` and `import` throw without a response, and a request from which nothing arrives any more.
  if (name === 'TypeError' || name === 'TimeoutError') return failureWithoutResponse(error);
  return new PdfFailure(/\bencryption\b/.test(message) ? 'encryption' : 'corrupt', error);
}

/** Opens a PDF with pdf.js: its worker reads the file in parts, as it needs them. */
import {
  getDocument,
  PDFDataRangeTransport,
  PDFWorker,
  VerbosityLevel,
  version,
  type PDFDocumentProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
// oxlint-disable-next-line import/default -- the default export is the address, which Vite adds
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import { delay } from '../time/timers.ts';
import { failureOf, PdfFailure } from './pdfFailure.ts';
import { partBytes, type PdfPart, type RangeReader } from './rangeReader.ts';

/** Added to the build by web/pdfFiles.ts. */
export const pdfFilesUrl = `/assets/pdfjs-${version}/`;

/** How long a worker may take to end by itself. */
const endMs = 2_000;

export interface OpenPdf {
  readonly document: PDFDocumentProxy;
  /** Requests again what could not be loaded. */
  readonly retry: () => void;
}

export interface OpenOptions {
  readonly reader: RangeReader;
  /** The beginning of the file. */
  readonly first: PdfPart;
  /** Asks the user for the password, again after each wrong one. Rejects if the user does not enter one. */
  readonly askPassword: () => Promise<string>;
  /** Called while a damaged file is loaded as a whole; 0 to 1. */
  readonly onProgress: (share: number) => void;
  /** Called when a part of the open document could not be loaded. */
  readonly onLost: () => void;
  /** Closes the document. */
  readonly signal: AbortSignal;
}

class PartTransport extends PDFDataRangeTransport {
  onLost: (error: unknown) => void = () => undefined;
  private readonly reader: RangeReader;
  /** What could not be loaded, as its first byte and the one after its last. */
  private readonly lost = new Map<number, number>();
  private isEnded = false;

  constructor(reader: RangeReader, { bytes, length }: PdfPart) {
    super(length, bytes, bytes.byteLength === length);
    this.reader = reader;
  }

  override requestDataRange(begin: number, end: number): void {
    void this.read(begin, end);
  }

  override abort(): void {
    this.isEnded = true;
  }

  retry(): void {
    const again = [...this.lost];
    this.lost.clear();
    for (const [begin, end] of again) this.requestDataRange(begin, end);
  }

  private async read(begin: number, end: number): Promise<void> {
    try {
      const { bytes } = await this.reader.read(begin, end);
      if (!this.isEnded) this.onDataRange(begin, bytes);
    } catch (error) {
      if (this.isEnded) return;
      this.lost.set(begin, end);
      this.onLost(error);
    }
  }
}

/** @throws PdfFailure */
export async function openPdf(options: OpenOptions): Promise<OpenPdf> {
  // Not created by pdf.js: if its worker does not start, it would read the file on the page's own thread.
  const port = new Worker(workerUrl, { type: 'module' });
  const transport = new PartTransport(options.reader, options.first);
  const failed = new Promise<never>((_, reject) => {
    port.addEventListener('error', () => reject(new PdfFailure('offline')), { once: true });
    transport.onLost = reject;
  });
  failed.catch(() => undefined);
  const verbosity = VerbosityLevel.ERRORS;
  const task = getDocument({
    worker: PDFWorker.create({ port, verbosity }),
    range: transport,
    rangeChunkSize: partBytes,
    disableAutoFetch: true,
    disableStream: true,
    cMapUrl: `${pdfFilesUrl}cmaps/`,
    iccUrl: `${pdfFilesUrl}iccs/`,
    standardFontDataUrl: `${pdfFilesUrl}standard_fonts/`,
    // Our files instead of fonts of the device: not every device has fonts with the widths of the standard fonts.
    useSystemFonts: false,
    wasmUrl: `${pdfFilesUrl}wasm/`,
    enableXfa: false,
    verbosity,
  });
  const close = (): void => {
    transport.abort();
    const end = Promise.race([task.destroy(), delay(endMs)]);
    end.catch(() => undefined).finally(() => port.terminate());
  };
  options.signal.addEventListener('abort', close, { once: true });
  let isLocked = false;
  task.onPassword = (enter: (password: string | Error) => void) => {
    options.askPassword().then(enter, (error: Error) => {
      isLocked = true;
      enter(error);
    });
  };
  task.onProgress = ({ loaded, total }: { loaded: number; total: number }) =>
    options.onProgress(total > 0 ? loaded / total : 0);
  try {
    const document = await Promise.race([task.promise, failed]);
    transport.onLost = options.onLost;
    return { document, retry: () => transport.retry() };
  } catch (error) {
    options.signal.removeEventListener('abort', close);
    close();
    throw isLocked ? new PdfFailure('locked') : failureOf(error);
  }
}

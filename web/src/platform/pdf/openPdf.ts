/** Opens a PDF with pdf.js: its worker reads the file in parts, as it needs them. */
import {
  getDocument,
  PDFDataRangeTransport,
  PDFWorker,
  VerbosityLevel,
  version,
  type PDFDocumentProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import { delay } from '../time/timers.ts';
import { partBytes, type PdfPart, type RangeReader } from './rangeReader.ts';

/** Added to the build by web/pdfFiles.ts. */
export const pdfFilesUrl = `/assets/pdfjs-${version}/`;

/** How long pdf.js may take to end a worker before it is terminated. */
const endMs = 2_000;

export interface OpenPdf {
  readonly document: PDFDocumentProxy;
  /** Requests again what could not be loaded. */
  readonly retry: () => void;
}

interface OpenOptions {
  readonly reader: RangeReader;
  /** The beginning of the file. */
  readonly first: PdfPart;
  /** Runs the script of pdf.js for workers. */
  readonly worker: Worker;
  /** Asks the user for the password, again after each wrong one. */
  readonly askPassword: () => Promise<string>;
  /** Called while a damaged file is loaded as a whole; 0 to 1. */
  readonly onProgress: (share: number) => void;
  /** Called when a part of the document could not be loaded. */
  readonly onLost: (error: unknown) => void;
  /** Closes the document, and ends the worker. */
  readonly signal: AbortSignal;
}

class PartTransport extends PDFDataRangeTransport {
  private readonly reader: RangeReader;
  private readonly onLost: OpenOptions['onLost'];
  /** What could not be loaded, as its first byte and the one after its last. */
  private readonly lost = new Map<number, number>();
  private isEnded = false;

  constructor({ reader, first: { bytes, length }, onLost }: OpenOptions) {
    super(length, bytes, bytes.byteLength === length);
    this.reader = reader;
    this.onLost = onLost;
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

/** Rejects with an error of pdf.js. */
export async function openPdf(options: OpenOptions): Promise<OpenPdf> {
  const { worker, signal } = options;
  const transport = new PartTransport(options);
  const verbosity = VerbosityLevel.ERRORS;
  const task = getDocument({
    worker: PDFWorker.create({ port: worker, verbosity }),
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
  let isOpen = false;
  const close = (): void => {
    transport.abort();
    // While its worker opens a document, pdf.js would throw an error there that it does not catch.
    if (!isOpen) worker.terminate();
    const end = Promise.race([task.destroy(), delay(endMs)]);
    end.catch(() => undefined).finally(() => worker.terminate());
  };
  signal.addEventListener('abort', close, { once: true });
  task.onPassword = (enter: (password: string) => void) => void options.askPassword().then(enter);
  task.onProgress = ({ loaded, total }: { loaded: number; total: number }) =>
    options.onProgress(total > 0 ? loaded / total : 0);
  const document = await task.promise;
  isOpen = true;
  return { document: withoutLateErrors(document, signal), retry: () => transport.retry() };
}

/** The viewer of pdf.js would log every page that it is still reading when the document is closed. */
function withoutLateErrors(document: PDFDocumentProxy, closed: AbortSignal): PDFDocumentProxy {
  const getPage = document.getPage.bind(document);
  const never = new Promise<never>(() => undefined);
  document.getPage = async (page) => {
    try {
      return await getPage(page);
    } catch (error) {
      if (closed.aborted) return never;
      throw error;
    }
  };
  return document;
}

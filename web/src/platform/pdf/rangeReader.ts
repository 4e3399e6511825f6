/** Reads parts of a PDF over HTTP, and requests a new address when the old one has expired. */
import { contentRangeOf, stallTimer } from '../download/partialResponse.ts';
import { failureOf, failureOfStatus, PdfFailure } from './pdfFailure.ts';
import type { PdfRequest, PdfSource } from './pdfSource.ts';

/** A PDF is read in parts of this size, or several of them at once. */
export const partBytes = 262_144;

/**
 * Requests that run at once. pdf.js can request parts with all pages of a large file at once: others wait, and the newest
 * is next, because it is for the page that the user looks at.
 */
export const maxRequests = 4;

export interface PdfPart {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Bytes of the whole file. */
  readonly length: number;
}

const isExpired = ({ status }: Response): boolean => status === 401 || status === 403;

/** The bytes of a response. `onBytes` is called whenever some have arrived. */
async function readBytes(response: Response, onBytes: () => void): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const reader = response.body?.getReader();
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    onBytes();
    chunks.push(next.value);
    length += next.value.byteLength;
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}

export class RangeReader {
  private readonly source: PdfSource;
  private readonly signal: AbortSignal;
  /** The address in use. Requests that run at the same time share it, and a new one. */
  private address: Promise<PdfRequest> | undefined;
  private running = 0;
  /** Starts a request that waits. */
  private readonly waiting: (() => void)[] = [];

  constructor(source: PdfSource, signal: AbortSignal) {
    this.source = source;
    this.signal = signal;
  }

  /**
   * Reads the bytes from `begin` to before `end`, or to the end of a shorter file. A server that ignores ranges sends the
   * whole file: then a part that begins at 0 is all of it.
   * @throws PdfFailure
   */
  async read(begin: number, end: number): Promise<PdfPart> {
    await this.start();
    try {
      const address = (this.address ??= this.source.request(false));
      const part = await this.request(address, begin, end);
      if (part !== 'expired') return part;
      if (this.address === address) this.address = undefined;
      const again = await this.request((this.address ??= this.source.request(true)), begin, end);
      if (again === 'expired') throw failureOfStatus(403);
      return again;
    } catch (error) {
      throw failureOf(error);
    } finally {
      this.running -= 1;
      this.waiting.pop()?.();
    }
  }

  private async start(): Promise<void> {
    if (this.running >= maxRequests) await new Promise<void>((resolve) => this.waiting.push(resolve));
    this.running += 1;
  }

  private async request(
    address: Promise<PdfRequest>,
    begin: number,
    end: number,
  ): Promise<PdfPart | 'expired'> {
    const { url, headers } = await this.addressOf(address);
    const stall = stallTimer(this.signal);
    try {
      const response = await fetch(url, {
        headers: { ...headers, range: `bytes=${begin}-${end - 1}` },
        signal: stall.signal,
      });
      if (isExpired(response)) return 'expired';
      if (response.status !== 200 && response.status !== 206) throw failureOfStatus(response.status);
      return partOf(response, await readBytes(response, stall.restart), begin, end);
    } finally {
      stall.end();
    }
  }

  /** A failed request for an address is not kept: the next part tries again. */
  private async addressOf(address: Promise<PdfRequest>): Promise<PdfRequest> {
    try {
      return await address;
    } catch (error) {
      if (this.address === address) this.address = undefined;
      throw error;
    }
  }
}

function partOf(response: Response, bytes: Uint8Array<ArrayBuffer>, begin: number, end: number): PdfPart {
  if (response.status === 200) {
    const length = bytes.byteLength;
    return { bytes: begin === 0 ? bytes : bytes.slice(begin, end), length };
  }
  const range = contentRangeOf(response);
  if (range?.start !== begin) throw new PdfFailure('server');
  return { bytes, length: range.total };
}

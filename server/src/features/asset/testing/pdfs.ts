/** PDFs for the tests of covers. */
import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';

type Draw = (document: PDFKit.PDFDocument) => void;

export async function pdfOf(draw: Draw, options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> {
  const document = new PDFDocument(options);
  draw(document);
  document.end();
  return buffer(document);
}

export const fillPage = (document: PDFKit.PDFDocument, color: string): unknown =>
  document.rect(0, 0, document.page.width, document.page.height).fill(color);

/** Two pages, red and blue. */
export const twoPages = (options?: PDFKit.PDFDocumentOptions): Promise<Buffer> =>
  pdfOf((document) => {
    fillPage(document, '#ff0000');
    document.addPage();
    fillPage(document, '#0000ff');
  }, options);

/** PDFs without a cover, by the reason. */
export const pdfsWithoutCover = {
  encrypted: await twoPages({ userPassword: 'secret', pdfVersion: '1.7ext3' }),
  damaged: (await twoPages()).subarray(0, 300),
  tooLarge: await twoPages({ size: [50_000, 50_000] }),
} as const;

/** One page that takes much longer to draw than a program to start. */
export const slowPage = (): Promise<Buffer> =>
  pdfOf((document) => {
    document.fillOpacity(0.5);
    for (let index = 0; index < 20_000; index += 1)
      fillPage(document, index % 2 === 0 ? '#ff0000' : '#0000ff');
  });

/**
 * Prints pages of an open PDF as pictures. The browser's own view of the file could print it too, but files are delivered
 * with a policy (`sandbox`) under which browsers do not show PDFs.
 */
import { AnnotationMode, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import styles from './pdfPrint.module.css';

/** Pixels per inch. */
const resolution = 150;
const pointsPerInch = 72;

/** Points that are left out of the height: a picture that is rounded up would take a second sheet. */
const roundedPt = 0.01;

/** Larger pages are printed with a lower resolution. */
const maxPixels = 8_000_000;

interface PrintOptions {
  readonly document: PDFDocumentProxy;
  readonly from: number;
  readonly to: number;
  /** Called before each page. */
  readonly onPage: (page: number) => void;
  /** Cancels the preparation, and frees the pages. */
  readonly signal: AbortSignal;
}

async function pictureOf(canvas: HTMLCanvasElement): Promise<string> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
  if (!blob) throw new Error('A page could not be drawn for printing.');
  return URL.createObjectURL(blob);
}

/** Opens the print dialog of the browser when the pages are ready. Rejects if one cannot be drawn. */
export async function printPages({ document: pdf, from, to, onPage, signal }: PrintOptions): Promise<void> {
  const sheet = new CSSStyleSheet();
  const container = document.createElement('div');
  container.className = styles.print ?? '';
  container.setAttribute('aria-hidden', 'true');
  const canvas = document.createElement('canvas');
  const clean = (): void => {
    container.remove();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
    for (const { src } of container.querySelectorAll('img')) URL.revokeObjectURL(src);
    // Frees its memory at once.
    canvas.width = 0;
  };
  try {
    for (let number = from; number <= to; number += 1) {
      signal.throwIfAborted();
      onPage(number);
      const page = await pdf.getPage(number);
      const { width, height } = page.getViewport({ scale: 1 });
      const scale = Math.min(resolution / pointsPerInch, Math.sqrt(maxPixels / (width * height)));
      const viewport = page.getViewport({ scale });
      canvas.width = Math.ceil(viewport.width);
      canvas.height = Math.ceil(viewport.height);
      const annotationMode = AnnotationMode.ENABLE;
      const task = page.render({ canvas, viewport, intent: 'print', annotationMode });
      const cancel = (): void => task.cancel();
      signal.addEventListener('abort', cancel);
      await task.promise.finally(() => signal.removeEventListener('abort', cancel));
      const image = document.createElement('img');
      image.alt = '';
      image.src = await pictureOf(canvas);
      // Before it can fail, so that its memory is freed.
      container.append(image);
      await image.decode();
      // The paper has the size of the first page; others are fitted into it.
      if (number === from) {
        sheet.replaceSync(`@page { size: ${width}pt ${height}pt; margin: 0; }`);
        container.style.setProperty('--paper-width', `${width}pt`);
        container.style.setProperty('--paper-height', `${height - roundedPt}pt`);
      }
    }
    signal.throwIfAborted();
    document.body.append(container);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    // Not every browser reports the end: then the user ends it.
    const isDone = new Promise((resolve) => {
      window.addEventListener('afterprint', resolve, { once: true, signal });
      signal.addEventListener('abort', resolve, { once: true });
    });
    window.print();
    await isDone;
  } finally {
    clean();
  }
}

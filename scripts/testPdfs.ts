/**
 * The PDFs of component tests, made when they are first requested: a Vite plugin that serves them below
 * `/backend-assets/live/pdfs/{name}/`, with ranges like the server.
 */
import { join } from 'node:path';
import PDFDocument from 'pdfkit';
import type { Plugin } from 'vite';
import { sendFile } from './sendFile.ts';

const root = join(import.meta.dirname, '..');
const arabicFont = join(
  root,
  'node_modules/@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-400-normal.woff',
);

type Document = InstanceType<typeof PDFDocument>;

interface Reference {
  data: Record<string, unknown>;
  end: () => void;
}

/** The root of the document, to which PDFKit has no access for what it does not know. */
type WithRoot = Document & { readonly _root: Reference };

/** PDFKit writes `String` objects as strings, and others as names. */
// oxlint-disable-next-line no-new-wrappers, unicorn/new-for-builtins
const text = (value: string): unknown => new String(value);

/** Adds an object to the document. */
function objectOf(document: Document, data: Readonly<Record<string, unknown>>): Reference {
  const reference = document.ref({ ...data }) as unknown as Reference;
  reference.end();
  return reference;
}

async function bytesOf(
  options: PDFKit.PDFDocumentOptions,
  draw: (document: Document) => void,
): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A5', autoFirstPage: false, ...options });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const isWritten = new Promise((resolve) => document.on('end', resolve));
  draw(document);
  document.end();
  await isWritten;
  return Buffer.concat(chunks);
}

/** Twelve pages with one lantern each, an outline, links, and what must not run. */
function drawProgramme(document: Document): void {
  for (let page = 1; page <= 12; page += 1) {
    document.addPage();
    document.fontSize(20).text(`Page ${page} of the programme`, 40, 40);
    document.fontSize(12).text(`Take a lantern to stage ${page}.`, 40, 80);
    if (page === 1) addLinks(document);
    if (page === 7) document.addNamedDestination('fireworks');
    if (page === 3) document.outline.addItem('Afternoon');
    if (page === 5) document.outline.addItem('Evening').addItem('Fireworks over the lake, at eleven');
  }
}

/** What an annotation needs to be a link with an action. */
const link = (action: unknown): Record<string, unknown> => ({ Subtype: 'Link', A: action });

function addLinks(document: Document): void {
  document.link(40, 120, 100, 20, 'https://www.example.com/tickets');
  document.link(40, 150, 100, 20, 'mailto:ada@example.com');
  document.goTo(40, 180, 100, 20, 'fireworks');
  document.link(40, 210, 100, 20, 'javascript:document.title="run"');
  document.link(40, 240, 100, 20, 'file:///etc/passwd');
  const launch = objectOf(document, { S: 'Launch', F: text('calc.exe') });
  document.annotate(40, 270, 100, 20, link(launch));
  const script = { S: 'JavaScript', JS: text('document.title = "run"; app.alert("run")') };
  document.annotate(40, 300, 100, 20, link(objectOf(document, script)));
  (document as WithRoot)._root.data['OpenAction'] = objectOf(document, script);
  document.note(300, 40, 20, 20, 'Bring a coat');
  document.font('Helvetica').initForm().formText('guest', 40, 330, 120, 20, { value: 'Ada' });
}

/** Longer than what is read first, with an outline that contains itself. */
function drawLong(document: Document): void {
  for (let page = 1; page <= 2_000; page += 1) {
    document.addPage().fontSize(20).text(`Page ${page} of the catalogue`, 40, 40);
    document.fontSize(8).text('A line of the catalogue. '.repeat(15), 40, 80);
  }
  addLoop(document);
  // Pages in groups of ten: pdf.js reads all pages that are not in a group when the document is opened.
  const pages = (document as WithRoot)._root.data['Pages'] as Reference;
  const { Kids: kids } = pages.data as { readonly Kids: readonly unknown[] };
  pages.data['Kids'] = Array.from({ length: kids.length / 10 }, (_, index) =>
    objectOf(document, {
      Type: 'Pages',
      Parent: pages,
      Kids: kids.slice(index * 10, index * 10 + 10),
      Count: 10,
    }),
  );
}

function addLoop(document: Document): void {
  const [chapter, annex] = ['Chapter', 'Annex'].map(
    (title) => document.ref({ Title: text(title) }) as unknown as Reference,
  ) as [Reference, Reference];
  Object.assign(chapter.data, { First: chapter, Last: annex, Next: annex });
  Object.assign(annex.data, { First: chapter, Last: chapter, Next: chapter });
  for (const item of [chapter, annex]) item.end();
  const outlines = { Type: 'Outlines', First: chapter, Last: annex };
  (document as WithRoot)._root.data['Outlines'] = objectOf(document, outlines);
}

const catalogue = (): Promise<Buffer> => bytesOf({ compress: false }, drawLong);

const locked = (): Promise<Buffer> =>
  bytesOf({ userPassword: 'sesame', ownerPassword: 'owner', pdfVersion: '1.7ext3' }, (document) =>
    document.addPage().fontSize(20).text('Behind the door', 40, 40),
  );

const makers: Readonly<Record<string, () => Promise<Buffer>>> = {
  programme: () => bytesOf({}, drawProgramme),
  catalogue,
  // The table of its objects is not where the file says, so that the whole file is read.
  damaged: async () =>
    Buffer.from((await catalogue()).toString('latin1').replace(/(startxref\s+)\d+/, '$11'), 'latin1'),
  locked,
  // The name of the encryption is readable in the file.
  unknown: async () =>
    Buffer.from((await locked()).toString('latin1').replace('/Standard', '/Stranger'), 'latin1'),
  arabic: () =>
    bytesOf({}, (document) =>
      document
        .addPage()
        .font(arabicFont)
        .fontSize(20)
        .text('مرحبا بكم', 40, 40, { features: ['rtla'] }),
    ),
  // Pixels of its page at full size: more than a canvas can have.
  huge: () =>
    bytesOf({ size: [50_000, 50_000] }, (document) =>
      document.addPage().fontSize(4_000).text('A very large page', 400, 400),
    ),
};

const made = new Map<string, Promise<Buffer>>();

export const testPdfs: Plugin = {
  name: 'foyer-test-pdfs',
  configureServer: ({ middlewares }) =>
    void middlewares.use((request, response, next) => {
      const name = /^\/backend-assets\/live\/pdfs\/(\w+)\//.exec(request.url ?? '')?.[1] ?? '';
      const make = makers[name];
      if (!make) {
        next();
        return;
      }
      const making = made.get(name) ?? make();
      made.set(name, making);
      const mediaType = 'application/pdf';
      making.then((bytes) => sendFile(request, response, { mediaType, bytes }), next);
    }),
};

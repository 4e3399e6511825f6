/** Text on the pages of a PDF, in the fonts of the web app, from left to right or from right to left. */
import { join } from 'node:path';
import PDFDocument from 'pdfkit';

export type Page = InstanceType<typeof PDFDocument>;

const fonts = join(import.meta.dirname, '../../node_modules/@fontsource/ibm-plex-sans-arabic/files');
const fontFile = (script: 'latin' | 'arabic', weight: 400 | 600): string =>
  join(fonts, `ibm-plex-sans-arabic-${script}-${weight}-normal.woff`);

/** Always the same, so that the files are. */
const madeAt = new Date('2026-11-01T12:00:00Z');

/** The letters of each glyph that was written, by the name of its font. */
interface WithFonts {
  readonly _fontFamilies: Readonly<Record<string, { unicode: number[][] } | undefined>>;
}

/**
 * Stores the letters of Arabic ligatures from left to right, as their glyphs are. PDF.js reverses the letters of a line,
 * also those of a ligature, and would not find "الأمسية".
 */
function reverseLigatures(document: Page): void {
  for (const name of ['arabic-400', 'arabic-600']) {
    const font = (document as unknown as WithFonts)._fontFamilies[name];
    if (font) font.unicode = font.unicode.map((letters) => letters.toReversed());
  }
}

export async function pdf(
  title: string,
  options: PDFKit.PDFDocumentOptions,
  draw: (page: Page) => void,
): Promise<Buffer> {
  const document = new PDFDocument({
    size: 'A5',
    margin: 0,
    autoFirstPage: false,
    displayTitle: true,
    info: { Title: title, Author: 'Nightfall 26', CreationDate: madeAt },
    ...options,
  });
  for (const script of ['latin', 'arabic'] as const)
    for (const weight of [400, 600] as const)
      document.registerFont(`${script}-${weight}`, fontFile(script, weight));
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const isWritten = new Promise((resolve) => document.on('end', resolve));
  draw(document);
  reverseLigatures(document);
  document.end();
  await isWritten;
  return Buffer.concat(chunks);
}

/** The width of an A5 page, and what is left free at its sides, in points. */
export const pageWidth = 419.53;
export const pageHeight = 595.28;
export const margin = 40;
const textWidth = pageWidth - 2 * margin;

export interface TextStyle {
  readonly size: number;
  readonly color: string;
  readonly isBold?: boolean;
  readonly isRtl: boolean;
}

/**
 * Parts of a text that are written in one direction with one font: Arabic words; Latin words and numbers; spaces; single
 * punctuation marks. PDFKit shapes Arabic, but writes a text in one direction only, and the Arabic font has no others.
 */
const partPattern =
  /[\u0600-\u06ff]+(?: [\u0600-\u06ff]+)*|[\p{Script=Latin}\p{Nd}]+(?:[ ,:]?[\p{Script=Latin}\p{Nd}]+)*|./gu;
const isArabic = (part: string): boolean => /[\u0600-\u06ff]/.test(part);

interface Part {
  readonly text: string;
  readonly font: string;
  readonly width: number;
}

function partsOf(page: Page, text: string, { size, isBold, isRtl }: TextStyle): Part[] {
  const weight = isBold ? 600 : 400;
  const texts = isRtl ? (text.match(partPattern) ?? []) : [text];
  return texts.map((part) => {
    const font = `${isArabic(part) ? 'arabic' : 'latin'}-${weight}`;
    return { text: part, font, width: page.font(font).fontSize(size).widthOfString(part) };
  });
}

const widthOf = (page: Page, text: string, style: TextStyle): number =>
  partsOf(page, text, style).reduce((sum, { width }) => sum + width, 0);

function linesOf(page: Page, text: string, style: TextStyle): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    const longer = `${line} ${word}`;
    if (line !== undefined && widthOf(page, longer, style) <= textWidth) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** Writes a paragraph at a height. Returns the height below it. */
export function write(page: Page, text: string, top: number, style: TextStyle): number {
  const lineHeight = style.size * (style.isRtl ? 1.7 : 1.4);
  const lines = linesOf(page, text, style);
  lines.forEach((line, index) => {
    let x = style.isRtl ? pageWidth - margin : margin;
    for (const part of partsOf(page, line, style)) {
      if (style.isRtl) x -= part.width;
      page
        .font(part.font)
        .fontSize(style.size)
        .fillColor(style.color)
        .text(part.text, x, top + index * lineHeight, {
          lineBreak: false,
          ...(isArabic(part.text) ? { features: ['rtla'] } : {}),
        });
      if (!style.isRtl) x += part.width;
    }
  });
  return top + lines.length * lineHeight;
}

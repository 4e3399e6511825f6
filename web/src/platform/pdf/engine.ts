/** What is downloaded when a PDF is opened: pdf.js, and what calls it. */
export { openPdf } from './openPdf.ts';
export { showPages } from './pagesView.ts';
export { printPages } from './printPages.ts';

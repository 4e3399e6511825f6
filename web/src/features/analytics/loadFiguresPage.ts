import { loadLazyTexts } from '../../platform/i18n/i18n.ts';

/** The page and its texts. */
export async function loadFiguresPage() {
  const [page] = await Promise.all([import('./FiguresPage.tsx'), loadLazyTexts('analytics')]);
  return page;
}

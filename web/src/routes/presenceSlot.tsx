/** Who is here, in the header: fetched with its texts where people see each other (HEAD-06). */
import { extra } from '../platform/extra.tsx';
import { fetchPiece } from '../platform/fetchPiece.ts';
import { loadLateTexts } from '../platform/i18n/i18n.ts';

export default extra(async () => {
  const [widget] = await Promise.all([
    fetchPiece(() => import('../features/presence/PresenceWidget.tsx')),
    loadLateTexts('presence'),
  ]);
  return widget;
});

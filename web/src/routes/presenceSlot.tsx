/** Who is here, in the header: fetched with its texts where people see each other (HEAD-06). */
import { lazy, Suspense } from 'react';
import { loadLateTexts } from '../platform/i18n/i18n.ts';

const PresenceWidget = lazy(async () => {
  const [widget] = await Promise.all([
    import('../features/presence/PresenceWidget.tsx'),
    loadLateTexts('presence'),
  ]);
  return widget;
});

export default function PresenceSlot() {
  return (
    <Suspense fallback={null}>
      <PresenceWidget />
    </Suspense>
  );
}

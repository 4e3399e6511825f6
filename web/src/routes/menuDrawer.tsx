/** The phone's menu with the people of the area in it, fetched when it is first wanted. */
import { Suspense } from 'react';
import { MenuDrawer, type MenuDrawerProps } from '../features/drawer/MenuDrawer.tsx';
import { extra } from '../platform/extra.tsx';
import { fetchPiece } from '../platform/fetchPiece.ts';
import { loadLateTexts } from '../platform/i18n/i18n.ts';
import { usePresence } from '../platform/state/presence.ts';
import { useCurrentArea } from '../platform/state/venue.ts';

const DrawerPeople = extra(async () => {
  const [{ DrawerPeople }] = await Promise.all([
    fetchPiece(() => import('../features/presence/DrawerPeople.tsx')),
    loadLateTexts('presence'),
  ]);
  return { default: DrawerPeople };
});

export default function Menu(props: Omit<MenuDrawerProps, 'people'>) {
  const seesOthers = usePresence(({ ready }) => ready);
  const isInArea = useCurrentArea() !== undefined;
  const people = seesOthers && isInArea && (
    <Suspense fallback={null}>
      <DrawerPeople onLeave={() => props.onOpenChange(false)} />
    </Suspense>
  );
  return <MenuDrawer {...props} people={people} />;
}

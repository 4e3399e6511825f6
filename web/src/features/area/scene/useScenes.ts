/** From one scene to the next: the old one stays until the new picture is there, then it goes towards the door. */
import type { Area, ViewPoint } from '@foyer/contract';
import { useCallback, useEffect, useState } from 'react';
import { runAfter } from '../../../platform/time/timers.ts';
import type { Point } from '../../../platform/panZoom/plane.ts';
import type { Hotspot } from '../hotspots/hotspot.ts';
import { isCalm } from '../motion/useCalm.ts';

export interface SceneView {
  /** The same key is the same picture: no transition between two viewpoints of one panorama. */
  readonly key: string;
  readonly area: Area;
  readonly viewpoint: ViewPoint;
  readonly hotspots: readonly Hotspot[];
}

export type Leaving = SceneView & { readonly phase: 'waiting' | 'going'; readonly towards: Point };

/** As long as look.md has it; a fade alone is shorter. */
const transitionMs = 480;
const fadeMs = 120;
/** A picture that takes longer comes into a scene that stands already. */
const patienceMs = 700;

export const sceneKey = (area: Area, viewpoint: ViewPoint): string =>
  `${area.id} ${area.viewMode} ${JSON.stringify(viewpoint.background)}`;

export function useScenes(
  current: SceneView,
  towards: () => Point,
): { leaving: Leaving | undefined; arrived: (key: string) => void } {
  const [shown, setShown] = useState(current);
  const [leaving, setLeaving] = useState<Leaving>();
  if (shown !== current) {
    setShown(current);
    // Whoever walks on before the last picture came leaves from where the last one stood, or stands there again.
    if (leaving?.phase === 'waiting') {
      if (leaving.key === current.key) setLeaving(undefined);
    } else if (shown.key !== current.key) {
      setLeaving({ ...shown, phase: 'waiting', towards: towards() });
    }
  }
  const go = useCallback(() => setLeaving((now) => now && { ...now, phase: 'going' }), []);
  // The picture of what one leaves may still come: it changes nothing any more.
  const arrived = useCallback(
    (key: string) => setLeaving((now) => (now && now.key !== key ? { ...now, phase: 'going' } : now)),
    [],
  );

  const phase = leaving?.phase;
  useEffect(() => {
    if (!phase) return undefined;
    return phase === 'waiting'
      ? runAfter(patienceMs, go)
      : runAfter(isCalm() ? fadeMs : transitionMs, () => setLeaving(undefined));
  }, [phase, go]);
  return { leaving, arrived };
}

/**
 * The transition between scenes: the old scene stays until the new picture is loaded, then zooms towards the door and
 * fades.
 */
import type { Area, ViewPoint } from '@foyer/contract';
import { useCallback, useEffect, useState } from 'react';
import { runAfter } from '../../../platform/time/timers.ts';
import type { Point } from '../../../platform/panZoom/plane.ts';
import type { Hotspot } from '../hotspots/hotspot.ts';
import { matchesMedia } from '../../../platform/media.ts';

export interface SceneView {
  /** Equal keys have the same picture: there is no transition between two viewpoints of one panorama. */
  readonly key: string;
  readonly area: Area;
  readonly viewpoint: ViewPoint;
  readonly hotspots: readonly Hotspot[];
}

export type LeavingScene = SceneView & { readonly phase: 'waiting' | 'leaving'; readonly towards: Point };

/** The duration of the CSS animation; with reduced motion it only fades, which is shorter. */
const transitionMs = 480;
const fadeMs = 120;
/** After this time the transition starts without the new picture. */
const maxWaitMs = 700;

export const sceneKey = (area: Area, viewpoint: ViewPoint): string =>
  `${area.id} ${area.viewMode} ${JSON.stringify(viewpoint.background)}`;

export function useSceneTransition(
  current: SceneView,
  towards: () => Point,
): { leaving: LeavingScene | undefined; onPictureReady: (key: string) => void } {
  const [shown, setShown] = useState(current);
  const [leaving, setLeaving] = useState<LeavingScene>();
  if (shown !== current) {
    setShown(current);
    // A second change before the new picture has loaded keeps the scene that is being left, or returns to it.
    if (leaving?.phase === 'waiting') {
      if (leaving.key === current.key) setLeaving(undefined);
    } else if (shown.key !== current.key) {
      setLeaving({ ...shown, phase: 'waiting', towards: towards() });
    }
  }
  const startLeaving = useCallback(() => setLeaving((now) => now && { ...now, phase: 'leaving' }), []);
  // The picture of the scene that is being left may still load: it is ignored.
  const onPictureReady = useCallback(
    (key: string) => setLeaving((now) => (now && now.key !== key ? { ...now, phase: 'leaving' } : now)),
    [],
  );

  const phase = leaving?.phase;
  useEffect(() => {
    if (!phase) return undefined;
    return phase === 'waiting'
      ? runAfter(maxWaitMs, startLeaving)
      : runAfter(matchesMedia('reducedMotion') ? fadeMs : transitionMs, () => setLeaving(undefined));
  }, [phase, startLeaving]);
  return { leaving, onPictureReady };
}

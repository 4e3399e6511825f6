/** Darkens (or lightens) the picture at an edge so that text can stand on it. */
export interface EdgeScrimProps {
  readonly edge: 'top' | 'bottom';
  /** Pixels. */
  readonly height: number;
  /** .30 to .80, from the picture's luminance there; .60 while it is not measured. */
  readonly alpha?: number;
  /** Pixels from the edge over which it keeps its whole alpha: as far as text stands on it. */
  readonly hold?: number;
}

export function EdgeScrim({ edge, height, alpha = 0.6, hold = 0 }: EdgeScrimProps) {
  const direction = edge === 'top' ? 'to bottom' : 'to top';
  return (
    <div
      aria-hidden="true"
      className={`pointer-events-none absolute inset-x-0 forced-colors:hidden ${edge === 'top' ? 'top-0' : 'bottom-0'}`}
      style={{
        height,
        background: `linear-gradient(${direction}, rgb(var(--ground-rgb) / ${alpha}) ${hold}px, rgb(var(--ground-rgb) / ${alpha * 0.55}) ${hold + (height - hold) * 0.4}px, transparent)`,
      }}
    />
  );
}

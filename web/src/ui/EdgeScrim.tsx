/** Darkens or lightens the picture at an edge so that text is readable on it. */
export interface EdgeScrimProps {
  readonly edge: 'top' | 'bottom';
  /** Pixels. */
  readonly height: number;
  /** 0.30 to 0.80, from the picture's luminance at that edge; 0.60 before it is measured. */
  readonly alpha?: number;
  /** Pixels from the edge with full alpha: as far as there is text. */
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

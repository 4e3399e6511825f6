/** The zoom levels that the buttons lead to. */
const steps = [0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4, 5] as const;

export const minScale = 0.25;
export const maxScale = 5;

/** A scale within a percent of a step counts as that step: percentages are shown without decimals. */
const tolerance = 0.01;

/** The next level above (1) or below (-1) a scale. */
export function nextScale(scale: number, direction: 1 | -1): number {
  if (direction === 1) return steps.find((step) => step > scale * (1 + tolerance)) ?? maxScale;
  return steps.findLast((step) => step < scale * (1 - tolerance)) ?? minScale;
}

import { Toggle } from '@base-ui/react/toggle';
import { ToggleGroup } from '@base-ui/react/toggle-group';
import type { ReactNode } from 'react';

export interface Segment<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly icon?: ReactNode;
}

export interface SegmentsProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly segments: readonly Segment<T>[];
  readonly onChange: (value: T) => void;
  /** A class that hides the labels shows icons only, which keep their names. */
  readonly labelClassName?: string;
  readonly className?: string;
}

/** A choice between a few options, side by side: Picture | Text. */
export function Segments<T extends string>(props: SegmentsProps<T>) {
  const { label, value, segments, onChange, labelClassName, className = '' } = props;
  return (
    <ToggleGroup
      aria-label={label}
      value={[value]}
      onValueChange={([next]) => next !== undefined && onChange(next)}
      className={`island flex h-14 items-center rounded-full p-1 ${className}`}
    >
      {segments.map((segment) => (
        <Toggle
          key={segment.value}
          value={segment.value}
          aria-label={segment.label}
          className="press flex h-full min-w-11 items-center justify-center gap-2 rounded-full px-4 text-button font-strong text-ink-2 hover:text-ink data-pressed:bg-ink/14 data-pressed:text-ink"
        >
          {segment.icon}
          <span className={labelClassName}>{segment.label}</span>
        </Toggle>
      ))}
    </ToggleGroup>
  );
}

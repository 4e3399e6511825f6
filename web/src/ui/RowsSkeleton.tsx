import { Skeleton } from './Skeleton.tsx';

export interface RowsSkeletonProps {
  readonly rows: number;
  /** Text for screen readers. */
  readonly label: string;
}

/** Placeholder of a loading list of people or rooms: avatars with two lines each. */
export function RowsSkeleton({ rows, label }: RowsSkeletonProps) {
  return (
    <div>
      <span role="status" className="sr-only">
        {label}
      </span>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex h-15 items-center gap-3 px-3">
          <Skeleton className="size-11 shrink-0 rounded-full!" />
          <div className="flex-1">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="mt-1.5 h-3 w-3/5" />
          </div>
        </div>
      ))}
    </div>
  );
}

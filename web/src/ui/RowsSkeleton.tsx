import { Skeleton } from './Skeleton.tsx';

export interface RowsSkeletonProps {
  readonly rows: number;
  /** Said in place of what one would see. */
  readonly label: string;
}

/** A list of people or rooms that is on its way: faces, and two lines beside each. */
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

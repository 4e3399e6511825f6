import { Skeleton } from './Skeleton.tsx';

export interface PostsSkeletonProps {
  readonly rows: number;
  /** Text for screen readers. */
  readonly label?: string;
}

/** Placeholder of posts that are being loaded: authors with two lines each. */
export function PostsSkeleton({ rows, label }: PostsSkeletonProps) {
  return (
    <div
      role={label === undefined ? undefined : 'status'}
      data-posts="skeleton"
      className="flex h-full max-w-180 flex-col gap-7 overflow-hidden px-6 pt-3"
    >
      {label !== undefined && <span className="sr-only">{label}</span>}
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex shrink-0 gap-3">
          <Skeleton className="size-8 shrink-0 rounded-full!" />
          <div className="flex flex-1 flex-col gap-2 pt-1">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className={`h-4 ${['w-4/5', 'w-3/5', 'w-2/3'][row % 3]}`} />
          </div>
        </div>
      ))}
    </div>
  );
}

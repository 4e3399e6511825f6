import { Skeleton } from '../../ui/Skeleton.tsx';

/** The first page, below the controls, as long as its container has nothing else. */
export const PageSkeleton = () => (
  <span aria-hidden="true" className="absolute inset-0 overflow-hidden not-only:hidden">
    <Skeleton className="absolute inset-x-5 top-16 aspect-[210/297]" />
  </span>
);

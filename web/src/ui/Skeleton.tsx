/** What comes, in its final shape, from 150 ms on. */
export function Skeleton({ className = '' }: { readonly className?: string }) {
  return <span aria-hidden="true" className={`sheen block rounded-mark ${className}`} />;
}

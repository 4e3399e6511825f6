/** A placeholder in the shape of the content, shown after 150 ms. */
export function Skeleton({ className = '' }: { readonly className?: string }) {
  return <span aria-hidden="true" className={`shimmer block rounded-mark ${className}`} />;
}

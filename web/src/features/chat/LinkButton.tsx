import type { ReactNode } from 'react';

export interface LinkButtonProps {
  readonly onClick: () => void;
  readonly children: ReactNode;
  /** Further classes. */
  readonly className?: string;
}

/** A button that looks like a link. */
export function LinkButton({ onClick, children, className = '' }: LinkButtonProps) {
  return (
    <button
      type="button"
      className={`rounded-mark font-strong underline underline-offset-4 ${className}`}
      onClick={onClick}
    >
      {children}
    </button>
  );
}

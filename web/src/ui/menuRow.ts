/** A row of a menu or a select. */
export const menuRow =
  'flex min-h-11 w-full cursor-pointer select-none items-center gap-3 rounded-field px-3 text-name outline-none data-disabled:cursor-default data-disabled:text-ink-3 data-highlighted:bg-raised data-highlighted:outline-2 data-highlighted:-outline-offset-2 data-highlighted:outline-ink/40';

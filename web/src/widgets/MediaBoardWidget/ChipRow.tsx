import { Toolbar } from '@base-ui/react/toolbar';
import caretLeft from '@phosphor-icons/core/bold/caret-left-bold.svg?raw';
import caretRight from '@phosphor-icons/core/bold/caret-right-bold.svg?raw';
import { useCallback, useRef, useState, type ReactNode } from 'react';
import { Icon } from '../../platform/icons/Icon.tsx';
import { Chip, type ChipProps } from '../../ui/Chip.tsx';
import styles from './boardPanel.module.css';

/** Whether there is more before the beginning and after the end of what is visible. */
interface Hidden {
  readonly before: boolean;
  readonly after: boolean;
}

/** Pixels that a row may be scrolled by rounding. */
const slack = 2;

interface Props {
  /** The accessible name. */
  readonly label: string;
  readonly children: ReactNode;
}

/**
 * Chips in a line that scrolls, with an arrow at each side where there are more. The arrows are for the mouse: the arrow
 * keys move from chip to chip, and fingers move the row. All chips are one Tab stop.
 */
export function ChipRow({ label, children }: Props) {
  const row = useRef<HTMLDivElement>(null);
  const [hidden, setHidden] = useState<Hidden>({ before: false, after: false });
  const follow = useCallback((element: HTMLDivElement | null) => {
    row.current = element;
    if (!element) return undefined;
    const measure = (): void => {
      const { scrollWidth, clientWidth } = element;
      // Negative in languages that are written from right to left.
      const at = Math.abs(element.scrollLeft);
      const before = at > slack;
      const after = at + clientWidth < scrollWidth - slack;
      setHidden((known) => (known.before === before && known.after === after ? known : { before, after }));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, []);
  const move = (direction: 1 | -1): void => {
    const { current: element } = row;
    if (!element) return;
    const forward = getComputedStyle(element).direction === 'rtl' ? -1 : 1;
    element.scrollBy({ left: forward * direction * element.clientWidth * 0.7 });
  };
  return (
    <div
      className={styles.chipRow}
      data-before={hidden.before || undefined}
      data-after={hidden.after || undefined}
    >
      <Toolbar.Root ref={follow} aria-label={label} className={styles.chipScroller}>
        {children}
      </Toolbar.Root>
      {hidden.before && <Arrow svg={caretLeft} onClick={() => move(-1)} className={styles.toBefore} />}
      {hidden.after && <Arrow svg={caretRight} onClick={() => move(1)} className={styles.toAfter} />}
    </div>
  );
}

/** A chip of a `ChipRow`. */
export const RowChip = (props: ChipProps) => <Toolbar.Button render={<Chip {...props} />} />;

interface ArrowProps {
  readonly svg: string;
  readonly onClick: () => void;
  readonly className: string | undefined;
}

const Arrow = ({ svg, onClick, className }: ArrowProps) => (
  <button
    type="button"
    aria-hidden="true"
    tabIndex={-1}
    onClick={onClick}
    className={`${styles.arrow} ${className} press`}
  >
    <Icon svg={svg} size={16} mirror />
  </button>
);

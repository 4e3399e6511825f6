import { useEffect, useState, type MouseEvent } from 'react';
import { sectionId } from './sectionId.ts';
import styles from './textView.module.css';
import { useTexts } from './useTexts.ts';

export interface ContentsEntry {
  readonly id: string;
  readonly label: string;
}

/** The current section: the last one whose top is above the upper third of the screen. */
function useCurrentSection(ids: readonly string[]): string | undefined {
  const [current, setCurrent] = useState<string>();
  const joined = ids.join(' ');
  useEffect(() => {
    const update = (): void => {
      const sections = joined.split(' ');
      const atEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
      const passed = sections.filter((id) => {
        const top = document.getElementById(sectionId(id))?.getBoundingClientRect().top;
        return top !== undefined && top < window.innerHeight / 3;
      });
      setCurrent(atEnd && window.scrollY > 0 ? sections.at(-1) : (passed.at(-1) ?? sections[0]));
    };
    update();
    window.addEventListener('scroll', update, { passive: true });
    window.addEventListener('resize', update);
    return () => {
      window.removeEventListener('scroll', update);
      window.removeEventListener('resize', update);
    };
  }, [joined]);
  return current;
}

/** Scrolls to a section without a history entry, and moves the focus to its heading, so that Tab continues there. */
function jumpTo(id: string) {
  return (event: MouseEvent): void => {
    event.preventDefault();
    const section = document.getElementById(sectionId(id));
    section?.scrollIntoView({ block: 'start' });
    section?.querySelector<HTMLElement>('h1, h2, h3')?.focus({ preventScroll: true });
  };
}

/** The table of contents, with the current section marked. */
export function TableOfContents({ entries }: { readonly entries: readonly ContentsEntry[] }) {
  const { t } = useTexts();
  const current = useCurrentSection(entries.map(({ id }) => id));
  return (
    <nav aria-label={t('onThisPage')} className={styles.tableOfContents}>
      <p aria-hidden className="text-smallest font-strong text-ink-3 mb-2">
        {t('onThisPage')}
      </p>
      <ul>
        {entries.map(({ id, label }) => (
          <li key={id}>
            <a
              href={`#${sectionId(id)}`}
              onClick={jumpTo(id)}
              aria-current={id === current ? 'true' : undefined}
              dir="auto"
              className="aria-[current]:border-brand aria-[current]:font-strong border-line hover:text-ink text-ink-2 aria-[current]:text-ink text-name block border-s-2 py-2 ps-4 text-start"
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

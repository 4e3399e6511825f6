import { useEffect, useState, type MouseEvent } from 'react';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { sectionId } from './sectionId.ts';

export interface ContentsEntry {
  readonly id: string;
  readonly label: string;
}

/** Which of the sections is being read: the last one whose beginning has passed the upper third of the screen. */
function useCurrentSection(ids: readonly string[]): string | undefined {
  const [current, setCurrent] = useState<string>();
  const joined = ids.join(' ');
  useEffect(() => {
    const look = (): void => {
      const sections = joined.split(' ');
      const atEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
      const passed = sections.filter((id) => {
        const top = document.getElementById(sectionId(id))?.getBoundingClientRect().top;
        return top !== undefined && top < window.innerHeight / 3;
      });
      setCurrent(atEnd && window.scrollY > 0 ? sections.at(-1) : (passed.at(-1) ?? sections[0]));
    };
    look();
    window.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      window.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  }, [joined]);
  return current;
}

/** Jumps without a trace in the history, and takes the focus along: the next Tab goes on from there. */
function jumpTo(id: string) {
  return (event: MouseEvent): void => {
    event.preventDefault();
    const section = document.getElementById(sectionId(id));
    section?.scrollIntoView({ block: 'start' });
    section?.querySelector<HTMLElement>('h1, h2, h3')?.focus({ preventScroll: true });
  };
}

/** What is on this page, with the place one is at. */
export function ReadingContents({ entries }: { readonly entries: readonly ContentsEntry[] }) {
  const { t } = useTranslation('widgets');
  const current = useCurrentSection(entries.map(({ id }) => id));
  return (
    <nav aria-label={t('reading.onThisPage')} className="reading-contents">
      <p aria-hidden className="text-smallest font-strong text-ink-3 mb-2">
        {t('reading.onThisPage')}
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

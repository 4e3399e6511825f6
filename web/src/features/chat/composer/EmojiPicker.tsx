import { Popover } from '@base-ui/react/popover';
import smiley from '@phosphor-icons/core/regular/smiley.svg?raw';
import { useState, type KeyboardEvent, type RefObject } from 'react';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { emojiGroupNames, emojiGroups } from './emoji.ts';
import listStyles from '../panel/chatList.module.css';
import styles from './emojiPicker.module.css';

const perRow = 7;
const [firstEmoji] = Object.values(emojiGroups).join(' ').split(' ');

/** Moves the focus in the grid with the four arrow keys. */
function moveFocusInGrid(event: KeyboardEvent<HTMLElement>): void {
  const isRtl = document.documentElement.dir === 'rtl';
  const onward = isRtl ? -1 : 1;
  const step = { ArrowRight: onward, ArrowLeft: -onward, ArrowDown: perRow, ArrowUp: -perRow }[event.key];
  if (step === undefined) return;
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('button')];
  const at = all.indexOf(event.target as HTMLElement);
  event.preventDefault();
  all[Math.min(Math.max(0, at + step), all.length - 1)]?.focus();
}

export interface EmojiPickerProps {
  /** The message field, which gets the focus when the picker closes. */
  readonly fieldRef: RefObject<HTMLElement | null>;
  readonly onChosen: (emoji: string) => void;
}

export function EmojiPicker({ fieldRef, onChosen }: EmojiPickerProps) {
  const { t } = useTranslation('chat');
  const [open, setOpen] = useState(false);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger render={<IconButton svg={smiley} label={t('emoji.title')} className="m-0.5" />} />
      <Popover.Portal>
        <Popover.Positioner side="top" align="end" sideOffset={12} className="z-50">
          <Popover.Popup
            aria-label={t('emoji.title')}
            finalFocus={fieldRef}
            className={`${styles.picker} panel pop`}
          >
            {/* The buttons have the focus themselves; this element only receives their key events. */}
            <div role="presentation" onKeyDown={moveFocusInGrid}>
              {emojiGroupNames.map((group) => (
                <section key={group} aria-label={t(`emoji.${group}`)}>
                  <h4 className={listStyles.section}>{t(`emoji.${group}`)}</h4>
                  <div className="grid grid-cols-7">
                    {emojiGroups[group].split(' ').map((emoji) => (
                      <button
                        key={emoji}
                        type="button"
                        // Tab reaches the first one, the arrow keys the others.
                        tabIndex={emoji === firstEmoji ? 0 : -1}
                        className={styles.emoji}
                        onClick={() => {
                          setOpen(false);
                          onChosen(emoji);
                        }}
                      >
                        {emoji}
                      </button>
                    ))}
                  </div>
                </section>
              ))}
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

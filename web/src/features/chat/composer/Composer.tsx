/**
 * The message field. Enter sends, Shift+Enter inserts a line break, and text in IME composition is not sent. A text that is
 * too long stays whole in the field and in the draft, and is not sent until it is shorter.
 */
import paperPlane from '@phosphor-icons/core/fill/paper-plane-right-fill.svg?raw';
import paperclip from '@phosphor-icons/core/regular/paperclip.svg?raw';
import xIcon from '@phosphor-icons/core/regular/x.svg?raw';
import type { ChatMessage, ChatRoom, ChatUser } from '@foyer/contract';
import { chatTextLength } from '@foyer/contract/limits';
import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { Icon } from '../../../platform/icons/Icon.tsx';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { matchesMedia } from '../../../platform/media.ts';
import { useShowSnackbar } from '../../../platform/snackbars.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { isComposing } from '../../../ui/isComposing.ts';
import { ChatFace } from '../people/ChatFace.tsx';
import { charactersLeft, CharactersLeft } from './CharactersLeft.tsx';
import { EmojiPicker } from './EmojiPicker.tsx';
import { FileTray } from '../files/FileTray.tsx';
import { messageNoun } from '../message/messageNoun.ts';
import { useMessageSummary } from '../message/useMessageSummary.ts';
import { useChatNames } from '../names/useChatNames.ts';
import { useMentionList, type MentionList } from './useMentionList.ts';
import { mentionReplacement } from '../model/mention.ts';
import { filesOf } from '../model/trayFile.ts';
import { acceptedFiles, takesOnePicture } from '../model/uploads.ts';
import { createTyping } from '../model/typing.ts';
import type { Draft } from '../model/draftStorage.ts';
import { createDrafts, emptyDraft } from '../model/drafts.ts';
import { createSendDraft } from '../model/sendDraft.ts';
import { useChat } from '../useChat.ts';
import { createTray } from '../model/tray.ts';
import { useVisit } from '../../../platform/visit/VisitProvider.tsx';
import styles from './composer.module.css';

const useDraft = (roomId: string): Draft => useChat(({ drafts }) => drafts.get(roomId)) ?? emptyDraft;

/** Shows the message that is replied to or edited, with a button that cancels. */
function ReplyOrEdit({ room, messages, onLeave }: ComposerProps & { readonly onLeave: () => void }) {
  const { t } = useTranslation('chat');
  const { nameOf } = useChatNames();
  const line = useMessageSummary(messageNoun(room));
  const { replyTo, editing } = useDraft(room.id);
  const subject = editing?.seq ?? replyTo;
  const message = messages.find(({ seq }) => seq === subject);
  if (replyTo === undefined && !editing) return null;
  const title = editing
    ? t('actions.edit')
    : message
      ? t('reply.title', { name: nameOf(message.authorId) })
      : t('actions.reply');
  return (
    <div className={styles.subject}>
      <span className="min-w-0 flex-1">
        <bdi className="block truncate font-strong">{title}</bdi>
        <span dir="auto" className="block truncate text-ink-2">
          {message && line(message)}
        </span>
      </span>
      <IconButton
        svg={xIcon}
        size={16}
        label={t(editing ? 'edit.cancel' : 'reply.cancel')}
        onClick={onLeave}
      />
    </div>
  );
}

interface MentionChoiceProps {
  readonly id: string;
  readonly list: MentionList;
  readonly onChoose: (user: ChatUser) => void;
}

function MentionChoice({ id, list, onChoose }: MentionChoiceProps) {
  const { t } = useTranslation('chat');
  if (!list.query) return null;
  return (
    <div id={id} role="listbox" aria-label={t('mention.title')} className={`${styles.mentions} panel`}>
      {list.users.map((user, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the message field handles the keys
        <div
          key={user.uid}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === list.chosen}
          // The message field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(user)}
          className={styles.mention}
        >
          <ChatFace user={user} size={28} />
          <bdi className="truncate">{user.name}</bdi>
        </div>
      ))}
    </div>
  );
}

/** Grows the field with its text; the stylesheet limits it to a third of the screen. */
function useAutoHeight(text: string): RefObject<HTMLTextAreaElement | null> {
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const { current } = field;
    if (!current) return;
    current.style.height = 'auto';
    current.style.height = text === '' ? '' : `${current.scrollHeight}px`;
  }, [text]);
  return field;
}

/** Focuses the field when it appears, if it should and except on touch screens, and when a reply or an edit begins. */
function useComposerFocus(
  { room, takesFocus }: ComposerProps,
  field: RefObject<HTMLTextAreaElement | null>,
): void {
  const { replyTo, editing } = useDraft(room.id);
  /** A reply or an edit of a stored draft does not begin. */
  const before = useRef({ replyTo, editing });
  useEffect(() => {
    if (takesFocus && !matchesMedia('coarsePointer')) field.current?.focus({ preventScroll: true });
  }, [field, takesFocus]);
  useEffect(() => {
    const hasChanged = before.current.replyTo !== replyTo || before.current.editing !== editing;
    before.current = { replyTo, editing };
    if (hasChanged && (replyTo !== undefined || editing)) field.current?.focus({ preventScroll: true });
  }, [field, replyTo, editing]);
}

function FileButton({ room }: Pick<ComposerProps, 'room'>) {
  const tray = useVisit().get(createTray);
  const { t } = useTranslation('chat');
  const input = useRef<HTMLInputElement>(null);
  const isPicture = takesOnePicture(room);
  return (
    <>
      <IconButton
        svg={paperclip}
        label={t(isPicture ? 'upload.choosePicture' : 'upload.choose')}
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        multiple={!isPicture}
        accept={acceptedFiles(room)}
        hidden
        onChange={({ currentTarget }) => {
          tray.add(room.id, [...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
    </>
  );
}

export interface ComposerProps {
  readonly room: ChatRoom;
  /** The loaded messages of the room, oldest first: those that can be replied to, and whose authors can be mentioned. */
  readonly messages: readonly ChatMessage[];
  /** Accessible name and placeholder. */
  readonly label: string;
  readonly placeholder: string;
  /** Whether the field takes the focus when it appears. */
  readonly takesFocus: boolean;
}

export function Composer(props: ComposerProps) {
  const { room, messages, label, placeholder } = props;
  const { t } = useTranslation('chat');
  const showSnackbar = useShowSnackbar();
  const id = useId();
  const draft = useDraft(room.id);
  const field = useAutoHeight(draft.text);
  const [caret, setCaret] = useState(0);
  const visit = useVisit();
  const drafts = visit.get(createDrafts);
  const tray = visit.get(createTray);
  const typing = visit.get(createTyping);
  const allFiles = useChat((state) => state.files);
  const files = filesOf(allFiles, room.id);
  const list = useMentionList(room, messages, draft.text, caret);
  useComposerFocus(props, field);

  const isSending = files.some(({ upload, error }) => !upload && !error);
  const hasFile = files.some(({ upload }) => upload);
  const canSend = (draft.text.trim() !== '' || hasFile) && !isSending;
  const left = charactersLeft(draft.text, chatTextLength);
  const isTooLong = left < 0;

  /**
   * Replaces a part of the text and places the caret after it. The field is changed before React renders: if React set its
   * value, the caret would jump to the end.
   */
  const replace = (from: number, to: number, inserted: string): void => {
    const { current } = field;
    if (!current) return;
    current.setRangeText(inserted, from, to, 'end');
    drafts.set(room.id, { text: current.value });
    setCaret(current.selectionStart);
  };
  const insert = (inserted: string): void => {
    const { selectionStart = 0, selectionEnd = 0 } = field.current ?? {};
    replace(selectionStart, selectionEnd, inserted);
  };
  const choose = (user: ChatUser): void => {
    if (!list.query) return;
    const { from, to, inserted } = mentionReplacement(draft.text, list.query, user.name ?? '');
    replace(from, to, inserted);
    list.close();
    drafts.set(room.id, { named: [...draft.named, user] });
  };
  const leaveSubject = (): void =>
    draft.editing ? drafts.endEdit(room.id) : drafts.set(room.id, { replyTo: undefined });
  const send = (): void => {
    if (!canSend) return;
    if (isTooLong) {
      showSnackbar(t('composer.tooLong'), { tone: 'warning' });
      field.current?.focus({ preventScroll: true });
      return;
    }
    visit.get(createSendDraft)(room, draft, files);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (isComposing(event) || list.onKeyDown(event, choose)) return;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      send();
    } else if (event.key === 'Escape' && (draft.editing ?? draft.replyTo) !== undefined) {
      event.stopPropagation();
      leaveSubject();
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      className={styles.composer}
    >
      <MentionChoice id={`${id}-mentions`} list={list} onChoose={choose} />
      <ReplyOrEdit {...props} onLeave={leaveSubject} />
      <FileTray files={files} />
      <div className={styles.row}>
        {!draft.editing && <FileButton room={room} />}
        <div className={styles.field}>
          <textarea
            ref={field}
            rows={1}
            dir={draft.text === '' ? undefined : 'auto'}
            value={draft.text}
            enterKeyHint="send"
            aria-label={label}
            aria-invalid={isTooLong}
            aria-describedby={isTooLong ? `${id}-left` : undefined}
            placeholder={placeholder}
            aria-autocomplete="list"
            aria-controls={list.query ? `${id}-mentions` : undefined}
            aria-activedescendant={list.query ? `${id}-mentions-${list.chosen}` : undefined}
            onChange={({ target }) => {
              drafts.set(room.id, { text: target.value });
              setCaret(target.selectionStart);
              if (target.value !== '') typing.report(room.id);
            }}
            onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
            onPaste={(event) => {
              const pasted = [...event.clipboardData.files];
              if (pasted.length === 0) return;
              event.preventDefault();
              tray.add(room.id, pasted);
            }}
            onKeyDown={onKeyDown}
          />
          <EmojiPicker onChosen={insert} fieldRef={field} />
        </div>
        <button
          type="submit"
          aria-label={t(draft.editing ? 'edit.save' : 'composer.send')}
          disabled={!canSend}
          className={`${styles.send} press`}
        >
          <Icon svg={paperPlane} size={20} mirror />
        </button>
      </div>
      <CharactersLeft id={`${id}-left`} left={left} />
    </form>
  );
}

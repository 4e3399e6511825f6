/** Dialogs that confirm an action of chat, or ask for a reason, a name or a duration. */
import {
  deleteChatMessage,
  transferChatOwnership,
  leaveChatRoom,
  removeChatMember,
  renameChatGroup,
  reportChatMessage,
  muteChatUser,
} from '@foyer/contract';
import { fieldLength, textLength } from '@foyer/contract/limits';
import { useRef, useState } from 'react';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { useShowSnackbar } from '../../../platform/snackbars.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { charactersLeft, CharactersLeft, useTooMany } from '../composer/CharactersLeft.tsx';
import { messageNoun, type MessageNoun } from '../message/messageNoun.ts';
import { useChat } from '../useChat.ts';
import { type DialogRequest, type DialogRequestOf } from '../model/viewState.ts';
import { createChatView } from '../model/view.ts';
import { createRooms } from '../model/rooms.ts';
import { createRealtime } from '../../../platform/realtime/realtime.ts';
import { useChatModel } from '../useChat.ts';
import type { Visit } from '../../../platform/visit/visit.ts';
import { useVisit } from '../../../platform/visit/VisitProvider.tsx';

type Kind = DialogRequest['kind'];

const minuteMs = 60_000;
const muteDurations = { short: 10 * minuteMs, hour: 60 * minuteMs, indefinitely: undefined } as const;

/** Runs an action, closes its dialog, and shows the result in a snackbar. */
function useAction(): {
  readonly busy: boolean;
  readonly run: (action: Kind, work: Promise<unknown>) => void;
} {
  const chat = useChatModel();
  const view = useVisit().get(createChatView);
  const showSnackbar = useShowSnackbar();
  const { t } = useTranslation('chat');
  const noun = useNoun();
  const [busy, setBusy] = useState(false);
  const textOf = (action: Kind, name: string): string =>
    action === 'removeFromRoom' ? t(`${noun}.removeFromRoom.done`, { name }) : t(`done.${action}`, { name });
  const run = (action: Kind, work: Promise<unknown>): void => {
    const request = chat.store.getState().dialog;
    setBusy(true);
    work
      .then(
        () => showSnackbar(textOf(action, request?.name ?? ''), { tone: 'success' }),
        () => showSnackbar(t('actionFailed'), { tone: 'warning' }),
      )
      .finally(() => {
        setBusy(false);
        view.closeDialogOf(request);
      })
      .catch(() => undefined);
  };
  return { busy, run };
}

type ConfirmationRequest = DialogRequestOf<
  'delete' | 'block' | 'remove' | 'removeFromRoom' | 'transferOwnership' | 'leave'
>;

function execute(visit: Visit, request: ConfirmationRequest): Promise<unknown> {
  const realtime = visit.get(createRealtime);
  switch (request.kind) {
    case 'delete':
      return realtime.sendCommand(deleteChatMessage, { roomId: request.roomId, seq: request.seq });
    case 'block':
      return visit.get(createRooms).setBlocked(request.uid, true);
    case 'remove':
    case 'removeFromRoom':
      return realtime.sendCommand(removeChatMember, { roomId: request.roomId, userId: request.uid });
    case 'transferOwnership':
      return realtime.sendCommand(transferChatOwnership, {
        roomId: request.roomId,
        userId: request.uid,
      });
    default:
      return realtime.sendCommand(leaveChatRoom, { roomId: request.roomId });
  }
}

function Confirmation({ request }: { readonly request: ConfirmationRequest }) {
  const visit = useVisit();
  const view = visit.get(createChatView);
  const { t } = useTranslation('chat');
  const { busy, run } = useAction();
  return (
    <div className="flex flex-wrap justify-end gap-2 px-6 pt-2 pb-6">
      <Button kind="quiet" onClick={view.closeDialog}>
        {t('cancel')}
      </Button>
      <Button busy={busy} onClick={() => run(request.kind, execute(visit, request))}>
        {t(`dialog.${request.kind}.confirm`)}
      </Button>
    </div>
  );
}

function MuteForm({ request }: { readonly request: DialogRequestOf<'mute'> }) {
  const realtime = useVisit().get(createRealtime);
  const { t } = useTranslation('chat');
  const { busy, run } = useAction();
  const mute = (durationMs: number | undefined) =>
    run(
      'mute',
      realtime.sendCommand(muteChatUser, {
        userId: request.uid,
        ...(durationMs !== undefined && { durationMs }),
      }),
    );
  return (
    <div className="flex flex-col gap-2 px-6 pt-2 pb-6">
      {(['short', 'hour', 'indefinitely'] as const).map((length) => (
        <Button key={length} busy={busy} onClick={() => mute(muteDurations[length])}>
          {t(`mute.${length}`)}
        </Button>
      ))}
    </div>
  );
}

function TextForm({ request }: { readonly request: DialogRequestOf<'report' | 'rename'> }) {
  const view = useVisit().get(createChatView);
  const realtime = useVisit().get(createRealtime);
  const { t } = useTranslation('chat');
  const { busy, run } = useAction();
  const isReport = request.kind === 'report';
  const [text, setText] = useState(isReport ? '' : request.name);
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const isMissing = text.trim() === '';
  // A pasted reason stays whole, and is not sent until it is short enough. Names end at their limit.
  const left = isReport ? charactersLeft(text, textLength) : 0;
  const tooMany = useTooMany(left);
  const submit = (): void => {
    setWasSubmitted(true);
    if (isMissing || tooMany !== undefined) {
      field.current?.focus();
      return;
    }
    if (busy) return;
    const { roomId } = request;
    run(
      request.kind,
      isReport
        ? realtime.sendCommand(reportChatMessage, { roomId, seq: request.seq, reason: text.trim() })
        : realtime.sendCommand(renameChatGroup, { roomId, name: text.trim() }),
    );
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      className="flex flex-col gap-4 px-6 pt-2 pb-6"
    >
      <div>
        <Field
          ref={field}
          label={t(`dialog.${request.kind}.field`)}
          value={text}
          maxLength={isReport ? undefined : fieldLength}
          onChange={({ target }) => setText(target.value)}
          error={wasSubmitted && isMissing ? t(`dialog.${request.kind}.missing`) : tooMany}
        />
        {isReport && <CharactersLeft left={left} />}
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button kind="quiet" onClick={view.closeDialog}>
          {t('cancel')}
        </Button>
        <Button type="submit" busy={busy}>
          {t(`dialog.${request.kind}.confirm`)}
        </Button>
      </div>
    </form>
  );
}

function Content({ request }: { readonly request: DialogRequest }) {
  if (request.kind === 'mute') return <MuteForm request={request} />;
  if (request.kind === 'report' || request.kind === 'rename') return <TextForm request={request} />;
  return <Confirmation request={request} />;
}

/** The noun of the messages in the room that the dialog is about. */
const useNoun = (): MessageNoun =>
  useChat(({ rooms, dialog }) =>
    messageNoun(dialog && 'roomId' in dialog ? rooms.get(dialog.roomId) : undefined),
  );

export function ChatDialogs() {
  const view = useVisit().get(createChatView);
  const { t } = useTranslation('chat');
  const request = useChat((state) => state.dialog);
  const noun = useNoun();
  if (!request) return null;
  const { kind, name } = request;
  const title =
    kind === 'delete' || kind === 'report'
      ? t(`${noun}.${kind}`)
      : kind === 'removeFromRoom'
        ? t(`${noun}.removeFromRoom.title`, { name })
        : t(`dialog.${kind}.title`, { name });
  return (
    <Dialog
      id="chat-question"
      open
      onClose={view.closeDialog}
      width={440}
      outlivesNavigation
      title={title}
      description={t(`dialog.${kind}.text`, { name })}
    >
      <Content key={kind} request={request} />
    </Dialog>
  );
}

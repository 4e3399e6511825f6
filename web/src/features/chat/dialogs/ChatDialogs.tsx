/** The dialogs in which something is confirmed, or given a reason. */
import {
  blockInChat,
  deleteChatMessage,
  handOverChatRoom,
  leaveChatRoom,
  removeFromChatRoom,
  renameChatRoom,
  reportChatMessage,
  silenceInChat,
} from '@foyer/contract';
import { fieldLength, textLength } from '@foyer/contract/limits';
import { useState } from 'react';
import { listRooms } from '../../../platform/chat/rooms.ts';
import { realtime } from '../../../platform/realtime/realtime.ts';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { showSnackbar } from '../../../platform/snackbars.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import {
  closeDialog,
  closeDialogOf,
  useDialogRequest,
  type DialogRequest,
  type DialogRequestOf,
} from './dialogRequest.ts';

type Kind = DialogRequest['kind'];

const minuteMs = 60_000;
export const muteDurations = { short: 10 * minuteMs, hour: 60 * minuteMs, forGood: undefined } as const;

type CompletedAction = Kind | 'unsilence';

/** Does it, closes, and says in one line what came of it. */
function useAction(): {
  readonly busy: boolean;
  readonly run: (done: CompletedAction, work: Promise<unknown>) => void;
} {
  const { t } = useTranslation('chat');
  const [busy, setBusy] = useState(false);
  const run = (done: CompletedAction, work: Promise<unknown>): void => {
    const { question } = useDialogRequest.getState();
    setBusy(true);
    work
      .then(
        () => showSnackbar(t(`done.${done}`, { name: question?.name ?? '' }), { tone: 'success' }),
        () => showSnackbar(t('notDone'), { tone: 'warning' }),
      )
      .finally(() => {
        setBusy(false);
        closeDialogOf(question);
      })
      .catch(() => undefined);
  };
  return { busy, run };
}

type ConfirmationRequest = DialogRequestOf<'delete' | 'block' | 'remove' | 'expel' | 'handOver' | 'leave'>;

function execute(question: ConfirmationRequest): Promise<unknown> {
  switch (question.kind) {
    case 'delete':
      return realtime.sendCommand(deleteChatMessage, { roomId: question.roomId, seq: question.seq });
    case 'block':
      return realtime.sendCommand(blockInChat, { userId: question.uid, blocked: true }).then(listRooms);
    case 'remove':
    case 'expel':
      return realtime.sendCommand(removeFromChatRoom, { roomId: question.roomId, userId: question.uid });
    case 'handOver':
      return realtime.sendCommand(handOverChatRoom, { roomId: question.roomId, userId: question.uid });
    default:
      return realtime.sendCommand(leaveChatRoom, { roomId: question.roomId });
  }
}

function Confirmation({ question }: { readonly question: ConfirmationRequest }) {
  const { t } = useTranslation('chat');
  const { busy, run } = useAction();
  return (
    <div className="flex flex-wrap justify-end gap-2 px-6 pt-2 pb-6">
      <Button kind="quiet" onClick={closeDialog}>
        {t('cancel')}
      </Button>
      <Button busy={busy} onClick={() => run(question.kind, execute(question))}>
        {t(`ask.${question.kind}.do`)}
      </Button>
    </div>
  );
}

function MuteForm({ question }: { readonly question: DialogRequestOf<'silence'> }) {
  const { t } = useTranslation('chat');
  const { busy, run } = useAction();
  const silence = (forMs: number | undefined) =>
    run(
      'silence',
      realtime.sendCommand(silenceInChat, { userId: question.uid, ...(forMs !== undefined && { forMs }) }),
    );
  return (
    <div className="flex flex-col gap-2 px-6 pt-2 pb-6">
      {(['short', 'hour', 'forGood'] as const).map((length) => (
        <Button key={length} busy={busy} onClick={() => silence(muteDurations[length])}>
          {t(`silence.${length}`)}
        </Button>
      ))}
      <Button
        kind="quiet"
        busy={busy}
        onClick={() =>
          run('unsilence', realtime.sendCommand(silenceInChat, { userId: question.uid, forMs: 0 }))
        }
      >
        {t('silence.end')}
      </Button>
    </div>
  );
}

function TextForm({ question }: { readonly question: DialogRequestOf<'report' | 'rename'> }) {
  const { t } = useTranslation('chat');
  const { busy, run } = useAction();
  const isReport = question.kind === 'report';
  const [text, setText] = useState(isReport ? '' : question.name);
  const [isTried, setIsTried] = useState(false);
  const isMissing = text.trim() === '';
  const submit = (): void => {
    setIsTried(true);
    if (isMissing || busy) return;
    const { roomId } = question;
    run(
      question.kind,
      isReport
        ? realtime.sendCommand(reportChatMessage, { roomId, seq: question.seq, reason: text.trim() })
        : realtime.sendCommand(renameChatRoom, { roomId, name: text.trim() }),
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
      <Field
        label={t(`ask.${question.kind}.field`)}
        value={text}
        maxLength={isReport ? textLength : fieldLength}
        onChange={({ target }) => setText(target.value)}
        error={isTried && isMissing ? t(`ask.${question.kind}.missing`) : undefined}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button kind="quiet" onClick={closeDialog}>
          {t('cancel')}
        </Button>
        <Button type="submit" busy={busy}>
          {t(`ask.${question.kind}.do`)}
        </Button>
      </div>
    </form>
  );
}

function Content({ question }: { readonly question: DialogRequest }) {
  if (question.kind === 'silence') return <MuteForm question={question} />;
  if (question.kind === 'report' || question.kind === 'rename') return <TextForm question={question} />;
  return <Confirmation question={question} />;
}

export function ChatDialogs() {
  const { t } = useTranslation('chat');
  const question = useDialogRequest((state) => state.question);
  if (!question) return null;
  const { kind, name } = question;
  return (
    <Dialog
      id="chat-question"
      open
      onClose={closeDialog}
      width={440}
      outlivesNavigation
      title={t(`ask.${kind}.title`, { name })}
      description={t(`ask.${kind}.text`, { name })}
    >
      <Content key={kind} question={question} />
    </Dialog>
  );
}

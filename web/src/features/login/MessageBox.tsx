import check from '@phosphor-icons/core/fill/check-circle-fill.svg?raw';
import clock from '@phosphor-icons/core/regular/clock.svg?raw';
import signOut from '@phosphor-icons/core/regular/sign-out.svg?raw';
import warning from '@phosphor-icons/core/fill/warning-circle-fill.svg?raw';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Icon } from '../../platform/icons/Icon.tsx';
import { useSecondsLeft } from '../../platform/time/useSecondsLeft.ts';
import type { LoginMessage } from './loginMessage.ts';

/** Read out once; the seconds go down for the eye alone. */
function Wait({ until, onOver }: { readonly until: number; readonly onOver: () => void }) {
  const { t } = useTranslation('login');
  const seconds = useSecondsLeft(until);
  useEffect(() => {
    if (seconds === 0) onOver();
  }, [seconds, onOver]);
  const [atFirst] = useState(seconds);
  return (
    <>
      <span aria-hidden="true" className="tabular-nums">
        {t('messages.tooManyAttempts.wait', { count: seconds })}
      </span>
      <span className="sr-only">{t('messages.tooManyAttempts.wait', { count: atFirst })}</span>
    </>
  );
}

interface BoxProps {
  readonly message: LoginMessage;
  readonly canReset: boolean;
  readonly showsMails: boolean;
  readonly onOver: () => void;
}

/** A demo sends nothing: its mailbox is a page. */
function Mailbox() {
  const { t } = useTranslation('login');
  return (
    <a
      href="/mail"
      target="_blank"
      rel="noopener"
      className="target mt-1 inline-block rounded-mark text-caption font-strong underline underline-offset-4"
    >
      {t('demo.mails')}
    </a>
  );
}

const isOfMail = (message: LoginMessage): boolean =>
  message.kind === 'news' && (message.news === 'registered' || message.news === 'emailSent');

function Words({ message, canReset, showsMails, onOver }: BoxProps) {
  const { t } = useTranslation('login');
  if (message.kind === 'said') {
    return (
      <p lang="en" dir="auto" className="font-strong">
        {message.errMsg}
      </p>
    );
  }
  if (message.kind === 'ended') return <p>{t('messages.ended')}</p>;
  if (message.kind === 'wait') {
    return (
      <>
        <p className="font-strong">{t('messages.tooManyAttempts.title')}</p>
        <p className="text-caption text-ink-2">
          <Wait until={message.until} onOver={onOver} />
        </p>
      </>
    );
  }
  const named = message.kind === 'news' ? message.news : message.refusal;
  const key = named === 'loginError' && !canReset ? 'loginErrorPlain' : named;
  return (
    <>
      <p className="font-strong">{t(`messages.${key}.title`)}</p>
      <p className="text-caption text-ink-2">{t(`messages.${key}.text`)}</p>
      {showsMails && isOfMail(message) && <Mailbox />}
    </>
  );
}

export interface MessageBoxProps {
  readonly id: string;
  readonly message: LoginMessage | undefined;
  /** Whether one can have a new password sent. */
  readonly canReset?: boolean;
  /** Whether mails can be read on a page of this server. */
  readonly showsMails?: boolean;
  /** A wait is over. */
  readonly onOver: () => void;
}

type Tone = 'error' | 'info' | 'note';

const toneOf = ({ kind }: LoginMessage): Tone =>
  kind === 'news' ? 'info' : kind === 'ended' ? 'note' : 'error';

const looks: Readonly<Record<Tone, { readonly box: string; readonly icon: string }>> = {
  error: { box: 'border-danger/35 bg-danger-fill', icon: 'text-danger' },
  info: { box: 'border-available/40 bg-available/12', icon: 'text-available' },
  note: { box: 'border-line bg-ink/6', icon: 'text-ink-2' },
};

const icons: Readonly<Record<LoginMessage['kind'], string>> = {
  news: check,
  ended: signOut,
  wait: clock,
  refusal: warning,
  said: warning,
};

/**
 * What the form says, above its first field (LOGIN-17): refusals in the colour of danger, good news in green, and what
 * is neither in none; read out.
 */
export function MessageBox({ id, message, canReset = false, showsMails = false, onOver }: MessageBoxProps) {
  const tone = message && toneOf(message);
  return (
    <div id={id} role={tone === 'info' ? 'status' : 'alert'}>
      {tone && (
        <div
          data-tone={tone}
          className={`fade-in mb-5 flex gap-3 rounded-tile border px-4 py-3 ${looks[tone].box}`}
        >
          <Icon svg={icons[message.kind]} size={20} className={`mt-px ${looks[tone].icon}`} />
          <div className="min-w-0 flex-1">
            <Words message={message} canReset={canReset} showsMails={showsMails} onOver={onOver} />
          </div>
        </div>
      )}
    </div>
  );
}

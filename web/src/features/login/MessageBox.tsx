import check from '@phosphor-icons/core/fill/check-circle-fill.svg?raw';
import clock from '@phosphor-icons/core/regular/clock.svg?raw';
import signOut from '@phosphor-icons/core/regular/sign-out.svg?raw';
import warning from '@phosphor-icons/core/fill/warning-circle-fill.svg?raw';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Icon } from '../../platform/icons/Icon.tsx';
import { useSecondsLeft } from '../../platform/time/useSecondsLeft.ts';
import type { LoginMessage } from './loginMessage.ts';

/** The seconds until the next attempt is allowed. Screen readers read the first value only. */
function Countdown({ until, onWaitEnd }: { readonly until: number; readonly onWaitEnd: () => void }) {
  const { t } = useTranslation('login');
  const seconds = useSecondsLeft(until);
  useEffect(() => {
    if (seconds === 0) onWaitEnd();
  }, [seconds, onWaitEnd]);
  const [initialSeconds] = useState(seconds);
  return (
    <>
      <span aria-hidden="true" className="tabular-nums">
        {t('messages.tooManyAttempts.wait', { count: seconds })}
      </span>
      <span className="sr-only">{t('messages.tooManyAttempts.wait', { count: initialSeconds })}</span>
    </>
  );
}

interface MessageTextProps {
  readonly message: LoginMessage;
  readonly canReset: boolean;
  readonly hasDemoMail: boolean;
  readonly onWaitEnd: () => void;
}

/** A demo sends no emails; a page shows them instead. */
function DemoMailLink() {
  const { t } = useTranslation('login');
  return (
    <a
      href="/mail"
      target="_blank"
      rel="noopener"
      className="target mt-1 inline-block rounded-mark text-caption font-strong underline underline-offset-4"
    >
      {t('demo.emails')}
    </a>
  );
}

const announcesMail = (message: LoginMessage): boolean =>
  message.kind === 'news' && (message.news === 'registered' || message.news === 'emailSent');

function MessageText({ message, canReset, hasDemoMail, onWaitEnd }: MessageTextProps) {
  const { t } = useTranslation('login');
  if (message.kind === 'serverMessage') {
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
          <Countdown until={message.until} onWaitEnd={onWaitEnd} />
        </p>
      </>
    );
  }
  const named = message.kind === 'news' ? message.news : message.error;
  const key = named === 'loginError' && !canReset ? 'loginErrorPlain' : named;
  return (
    <>
      <p className="font-strong">{t(`messages.${key}.title`)}</p>
      <p className="text-caption text-ink-2">{t(`messages.${key}.text`)}</p>
      {hasDemoMail && announcesMail(message) && <DemoMailLink />}
    </>
  );
}

export interface MessageBoxProps {
  readonly id: string;
  readonly message: LoginMessage | undefined;
  /** Whether a new password can be requested by email. */
  readonly canReset?: boolean;
  /** Whether the server has a page that shows the emails of a demo. */
  readonly hasDemoMail?: boolean;
  /** The user may try again. */
  readonly onWaitEnd: () => void;
}

type Tone = 'error' | 'info' | 'note';

const toneOf = ({ kind }: LoginMessage): Tone =>
  kind === 'news' ? 'info' : kind === 'ended' ? 'note' : 'error';

const classes: Readonly<Record<Tone, { readonly box: string; readonly icon: string }>> = {
  error: { box: 'border-danger/35 bg-danger-fill', icon: 'text-danger' },
  info: { box: 'border-available/40 bg-available/12', icon: 'text-available' },
  note: { box: 'border-line bg-ink/6', icon: 'text-ink-2' },
};

const icons: Readonly<Record<LoginMessage['kind'], string>> = {
  news: check,
  ended: signOut,
  wait: clock,
  error: warning,
  serverMessage: warning,
};

/** The message above a form (LOGIN-17), read out by screen readers: errors in red, successes in green, notes without a color. */
export function MessageBox({
  id,
  message,
  canReset = false,
  hasDemoMail = false,
  onWaitEnd,
}: MessageBoxProps) {
  const tone = message && toneOf(message);
  return (
    <div id={id} role={tone === 'info' ? 'status' : 'alert'}>
      {tone && (
        <div
          data-tone={tone}
          className={`fade-in mb-5 flex gap-3 rounded-tile border px-4 py-3 ${classes[tone].box}`}
        >
          <Icon svg={icons[message.kind]} size={20} className={`mt-px ${classes[tone].icon}`} />
          <div className="min-w-0 flex-1">
            <MessageText
              message={message}
              canReset={canReset}
              hasDemoMail={hasDemoMail}
              onWaitEnd={onWaitEnd}
            />
          </div>
        </div>
      )}
    </div>
  );
}

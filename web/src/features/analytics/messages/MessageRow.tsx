import caretDown from '@phosphor-icons/core/bold/caret-down-bold.svg?raw';
import copyIcon from '@phosphor-icons/core/regular/copy-simple.svg?raw';
import infoIcon from '@phosphor-icons/core/regular/info.svg?raw';
import warningIcon from '@phosphor-icons/core/regular/warning.svg?raw';
import errorIcon from '@phosphor-icons/core/regular/x-circle.svg?raw';
import type { CapturedMessage, LogLevel } from '@foyer/contract';
import { useState, type ReactNode } from 'react';
import { copyText } from '../../../platform/copyText.ts';
import { useNumberFormat } from '../../../platform/i18n/useNumberFormat.ts';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { Icon } from '../../../platform/icons/Icon.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { useTimeTexts } from '../useTimeTexts.ts';
import styles from './messageRow.module.css';
import { firstLineOf, visibleText } from './visibleText.ts';

const levels: Readonly<Record<LogLevel, { readonly svg: string; readonly tone: string }>> = {
  INFO: { svg: infoIcon, tone: 'text-info' },
  WARN: { svg: warningIcon, tone: 'text-warning' },
  ERROR: { svg: errorIcon, tone: 'text-danger' },
};

/** Text of a browser, which may contain anything. */
const Foreign = ({ text }: { readonly text: string }) => <bdi>{visibleText(text)}</bdi>;

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt className="text-caption text-ink-2">{label}</dt>
      <dd className="[overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}

function RequestId({ id }: { readonly id: string }) {
  const { t } = useTranslation('analytics');
  const [result, setResult] = useState<'copied' | 'notCopied'>();
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <code dir="ltr">{visibleText(id)}</code>
      <IconButton
        svg={copyIcon}
        label={t('messages.copyRequestId')}
        onClick={() => void copyText(id).then((isDone) => setResult(isDone ? 'copied' : 'notCopied'))}
      />
      <span role="status" className="text-caption text-ink-2">
        {result && t(`messages.${result}`)}
      </span>
    </span>
  );
}

function Details({ message }: { readonly message: CapturedMessage }) {
  const { t } = useTranslation('analytics');
  const { exact } = useTimeTexts();
  const { client, count, firstAt, lastAt, mode, origin, requestId } = message;
  const yesNo = (value: boolean) => t(value ? 'messages.yes' : 'messages.no');
  return (
    <div className="flex flex-col gap-4 px-4 pt-1 pb-4">
      <pre dir="auto" className={styles.text}>
        {visibleText(message.message)}
      </pre>
      {message.details !== undefined && (
        <pre dir="auto" aria-label={t('messages.cause')} className={`${styles.text} text-ink-2`}>
          {visibleText(message.details)}
        </pre>
      )}
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,220px),1fr))] gap-x-6 gap-y-3">
        {count > 1 && (
          <Fact label={t('messages.between')}>
            {t('messages.fromTo', {
              from: exact(Date.parse(firstAt)),
              to: exact(Date.parse(lastAt)),
            })}
          </Fact>
        )}
        <Fact label={t('messages.path')}>
          <Foreign text={client.clientURL} />
        </Fact>
        <Fact label={t('messages.user')}>
          <Foreign text={client.clientUsername} />
        </Fact>
        <Fact label={t('messages.browser')}>
          <Foreign text={`${client.browser} ${client.browserVersion}`} />
        </Fact>
        <Fact label={t('messages.system')}>
          <Foreign text={client.os} />
        </Fact>
        <Fact label={t('messages.userAgent')}>
          <Foreign text={client.userAgent} />
        </Fact>
        <Fact label={t('messages.languages')}>
          <Foreign text={`${client.browserLanguage}, ${client.venueLanguage}`} />
        </Fact>
        <Fact label={t('messages.cookies')}>{yesNo(client.cookiesEnabled)}</Fact>
        <Fact label={t('messages.version')}>
          <Foreign text={client.clientVersion} />
        </Fact>
        <Fact label={t('messages.origin')}>{t(`messages.origins.${origin}`)}</Fact>
        <Fact label={t('messages.mode')}>{t(mode === 'STAGE' ? 'ofStage' : 'ofLive')}</Fact>
        {client.architectureId !== undefined && (
          <Fact label={t('messages.architecture')}>
            <Foreign text={client.architectureId} />
          </Fact>
        )}
        <Fact label={t('messages.requestId')}>
          <RequestId id={requestId} />
        </Fact>
      </dl>
    </div>
  );
}

/** A captured message; opens to its details. Texts of browsers are shown as text. */
export function MessageRow({ message }: { readonly message: CapturedMessage }) {
  const { t } = useTranslation('analytics');
  const number = useNumberFormat();
  const { exact } = useTimeTexts();
  const [isOpen, setIsOpen] = useState(false);
  const { level, category, client, count, lastAt, mode } = message;
  const { svg, tone } = levels[level];
  return (
    <details className={styles.row} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>
        <span className={styles.head}>
          <span className={`inline-flex items-center gap-1.5 font-strong ${tone}`}>
            <Icon svg={svg} size={18} />
            {t(`messages.levels.${level}`)}
          </span>
          <span className="[overflow-wrap:anywhere]">{visibleText(category)}</span>
          <time dateTime={lastAt}>{exact(Date.parse(lastAt))}</time>
          {count > 1 && (
            <span className="font-strong">{t('messages.times', { count, number: number(count) })}</span>
          )}
        </span>
        <span className={styles.line}>
          <bdi>{firstLineOf(message.message)}</bdi>
        </span>
        <span className="text-caption text-ink-2 *:not-last:after:content-['_·_']">
          <span>
            <Foreign text={client.clientUsername} />
          </span>
          <span>
            <Foreign text={`${client.browser} ${client.browserVersion}`} />
          </span>
          <span>
            <Foreign text={client.clientVersion} />
          </span>
          {mode === 'STAGE' && <span>{t('ofStage')}</span>}
        </span>
        <Icon svg={caretDown} size={14} className={styles.caret ?? ''} />
      </summary>
      {isOpen && <Details message={message} />}
    </details>
  );
}

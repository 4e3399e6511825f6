import desktop from '@phosphor-icons/core/regular/desktop.svg?raw';
import phone from '@phosphor-icons/core/regular/device-mobile.svg?raw';
import { endSession, listDevices, type Device } from '@foyer/contract';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../platform/api/client.ts';
import { dateTimeFormat } from '../../../platform/i18n/dateTimeFormat.ts';
import { useLanguage } from '../../../platform/i18n/useLanguage.ts';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { Icon } from '../../../platform/icons/Icon.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { FormMessage } from '../form/FormMessage.tsx';
import { LogOutEverywhere } from './LogOutEverywhere.tsx';
import { Section } from './Section.tsx';
import { useErrorText } from './useErrorText.ts';
import { useSubmit } from './useSubmit.ts';

const quiet = { report: 'console', retry: false } as const;

function useDeviceName(): (device: Device) => string {
  const { t } = useTranslation('profile');
  return ({ browser, os }) =>
    browser && os
      ? t('settings.devices.name', { browser, os })
      : browser || os || t('settings.devices.unknown');
}

function useFormatTime(): (time: number) => string {
  const { language } = useLanguage();
  const format = dateTimeFormat(language, {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  return (time) => format.format(time);
}

interface DeviceRowProps {
  readonly device: Device;
  readonly busy: boolean;
  readonly onEnd: () => void;
}

function DeviceRow({ device, busy, onEnd }: DeviceRowProps) {
  const { t } = useTranslation('profile');
  const name = useDeviceName()(device);
  const formatTime = useFormatTime();
  const isPhone = /android|ios|iphone|ipad/i.test(device.os);
  return (
    <li className="flex min-h-14 items-center gap-3.5 py-1.5">
      <Icon svg={isPhone ? phone : desktop} size={22} className="text-ink-2" />
      <div className="min-w-0 flex-1">
        <p className="text-name font-strong">{name}</p>
        <p className="text-caption text-ink-2">
          {device.current
            ? t('settings.devices.inUse')
            : t('settings.devices.lastUsed', { time: formatTime(device.lastUsedAt) })}
        </p>
      </div>
      {device.current ? (
        <Tag>{t('settings.devices.current')}</Tag>
      ) : (
        <Button
          kind="quiet"
          size="small"
          busy={busy}
          aria-label={t('settings.devices.endNamed', { name })}
          onClick={onEnd}
        >
          {t('settings.devices.end')}
        </Button>
      )}
    </li>
  );
}

/** The devices that are signed in, each with a button to log it out, and a button for all of them. */
export function DevicesSection() {
  const { t } = useTranslation('profile');
  const errorText = useErrorText();
  const nameOf = useDeviceName();
  const { error, run } = useSubmit();
  const [devices, setDevices] = useState<readonly Device[] | 'failed'>();
  const [endingId, setEndingId] = useState<string>();
  const [endedName, setEndedName] = useState<string>();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const controller = new AbortController();
    call(listDevices, { ...quiet, signal: controller.signal })
      .then((response) => setDevices(response.devices))
      .catch(() => !controller.signal.aborted && setDevices('failed'));
    return () => controller.abort();
  }, []);
  const end = async (device: Device) => {
    setEndingId(device.sessionId);
    const { sessionId } = device;
    const isDone = await run(() => call(endSession, { ...quiet, params: { sessionId } }));
    setEndingId(undefined);
    if (!isDone) return;
    setEndedName(nameOf(device));
    // The removed row contained the focused button.
    list.current?.focus();
    setDevices((before) =>
      Array.isArray(before) ? before.filter((other: Device) => other.sessionId !== sessionId) : before,
    );
  };
  return (
    <Section title={t('settings.devices.title')}>
      {devices === 'failed' && <FormMessage tone="danger" text={t('settings.devices.failed')} />}
      {error && <FormMessage tone="danger" text={errorText(error)} />}
      <p role="status" className="sr-only">
        {endedName !== undefined && t('settings.devices.ended', { name: endedName })}
      </p>
      {devices === undefined && <Skeleton className="h-12 w-full" />}
      {Array.isArray(devices) && (
        <ul ref={list} tabIndex={-1} aria-label={t('settings.devices.title')} className="flex flex-col">
          {devices.map((device: Device) => (
            <DeviceRow
              key={device.sessionId}
              device={device}
              busy={endingId === device.sessionId}
              onEnd={() => void end(device)}
            />
          ))}
        </ul>
      )}
      <LogOutEverywhere />
    </Section>
  );
}

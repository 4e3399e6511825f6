import desktop from '@phosphor-icons/core/regular/desktop.svg?raw';
import phone from '@phosphor-icons/core/regular/device-mobile.svg?raw';
import { endDevice, listDevices, type Device } from '@foyer/contract';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../platform/api/client.ts';
import { regionalTag } from '../../../platform/i18n/regionalTag.ts';
import { useLanguage } from '../../../platform/i18n/useLanguage.ts';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { Icon } from '../../../platform/icons/Icon.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { FormMessage } from '../FormMessage.tsx';
import { Everywhere } from './Everywhere.tsx';
import { Section } from './Section.tsx';
import { useFaultText } from './useFaultText.ts';
import { useSubmit } from './useSubmit.ts';

const quiet = { report: 'console', retry: false } as const;

function useDeviceName(): (device: Device) => string {
  const { t } = useTranslation('profile');
  return ({ browser, os }) =>
    browser && os
      ? t('settings.devices.name', { browser, os })
      : browser || os || t('settings.devices.unknown');
}

function useWhen(): (time: number) => string {
  const { language } = useLanguage();
  const format = new Intl.DateTimeFormat([regionalTag(language), 'en'], {
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
  const when = useWhen();
  const isPhone = /android|ios|iphone|ipad/i.test(device.os);
  return (
    <li className="flex min-h-14 items-center gap-3.5 py-1.5">
      <Icon svg={isPhone ? phone : desktop} size={22} className="text-ink-2" />
      <div className="min-w-0 flex-1">
        <p className="text-name font-strong">{name}</p>
        <p className="text-caption text-ink-2">
          {device.current
            ? t('settings.devices.inUse')
            : t('settings.devices.lastUsed', { time: when(device.lastUsedAt) })}
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

/** Where one is signed in; each can be signed out from here, and all at once. */
export function DevicesSection() {
  const { t } = useTranslation('profile');
  const words = useFaultText();
  const nameOf = useDeviceName();
  const { fault, run } = useSubmit();
  const [devices, setDevices] = useState<readonly Device[] | 'failed'>();
  const [ending, setEnding] = useState<string>();
  const [ended, setEnded] = useState<string>();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const leaving = new AbortController();
    call(listDevices, { ...quiet, signal: leaving.signal })
      .then((answer) => setDevices(answer.devices))
      .catch(() => !leaving.signal.aborted && setDevices('failed'));
    return () => leaving.abort();
  }, []);
  const end = async (device: Device) => {
    setEnding(device.sessionId);
    const { sessionId } = device;
    const isDone = await run(() => call(endDevice, { ...quiet, params: { sessionId } }));
    setEnding(undefined);
    if (!isDone) return;
    setEnded(nameOf(device));
    // Its button goes with it.
    list.current?.focus();
    setDevices((before) =>
      Array.isArray(before) ? before.filter((other: Device) => other.sessionId !== sessionId) : before,
    );
  };
  return (
    <Section title={t('settings.devices.title')}>
      {devices === 'failed' && <FormMessage tone="danger" text={t('settings.devices.failed')} />}
      {fault && <FormMessage tone="danger" text={words(fault)} />}
      <p role="status" className="sr-only">
        {ended !== undefined && t('settings.devices.ended', { name: ended })}
      </p>
      {devices === undefined && <Skeleton className="h-12 w-full" />}
      {Array.isArray(devices) && (
        <ul ref={list} tabIndex={-1} aria-label={t('settings.devices.title')} className="flex flex-col">
          {devices.map((device: Device) => (
            <DeviceRow
              key={device.sessionId}
              device={device}
              busy={ending === device.sessionId}
              onEnd={() => void end(device)}
            />
          ))}
        </ul>
      )}
      <Everywhere />
    </Section>
  );
}

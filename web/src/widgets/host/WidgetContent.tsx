import imageBroken from '@phosphor-icons/core/regular/image-broken.svg?raw';
import { useMemo } from 'react';
import { useKeptInMeeting } from '../../platform/playback/useKeptInMeeting.ts';
import { useIsProviderAllowed } from '../../platform/consent/useIsProviderAllowed.ts';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Icon } from '../../platform/icons/Icon.tsx';
import { lazyOptional } from '../../platform/loading/lazyOptional.tsx';
import { logError } from '../../platform/log.ts';
import { Button } from '../../ui/Button.tsx';
import { PostsSkeleton } from '../../ui/PostsSkeleton.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Statement } from '../../ui/Statement.tsx';
import type { ActiveWidget } from '../registry/activeWidgets.ts';
import { useWidgetComponent } from './useWidgetComponent.ts';
import { subjectOf, WidgetSubject } from './widgetSubject.ts';
import { entryOf } from '../registry/registry.ts';
import { useWidgetName } from '../registry/useWidgetName.ts';
import { WidgetBoundary, type FailureProps } from './WidgetBoundary.tsx';
import type { Presentation, WidgetType } from '../registry/widgetProps.ts';
import { versionOf } from '../registry/widgetSeen.ts';

interface Props {
  readonly active: ActiveWidget;
  readonly areaId: string;
  readonly presentation: Presentation;
  readonly open: () => void;
  readonly close: () => void;
}

/** Downloaded with the first blocked widget. */
const BlockedContent = lazyOptional(() => import('../blocked/BlockedContent.tsx'));

/** The content of a widget, or a card in its place while a provider is not accepted (CONSENT-08, CONSENT-10). */
export function WidgetContent(props: Props) {
  const { areaId, presentation, open } = props;
  const isAllowed = useIsProviderAllowed();
  const blockedIn = ({ configuration }: ActiveWidget): readonly string[] =>
    configuration.cookieProviders.filter((provider) => !isAllowed(provider));
  const kept = useKeptInMeeting(props.active);
  // A meeting goes on with what the user has accepted, even if what comes next has another provider.
  const active = blockedIn(props.active).length > 0 && blockedIn(kept).length === 0 ? kept : props.active;
  const { id, type } = active.widget;
  // The same after a change of the URL: effects of the content track their events with it.
  const subject = useMemo(() => subjectOf({ widget: { id, type } }, areaId), [areaId, id, type]);
  const blocked = entryOf(active.widget.type)?.gatesParts ? [] : blockedIn(active);
  return (
    <WidgetSubject value={subject}>
      {blocked.length === 0 ? (
        <AllowedContent {...props} active={active} />
      ) : (
        <BlockedContent active={active} providers={blocked} presentation={presentation} open={open} />
      )}
    </WidgetSubject>
  );
}

/** Loaded when it is first shown, inside an error boundary with a retry. */
function AllowedContent({ active, ...rest }: Props) {
  const { widget, configuration } = active;
  const { presentation } = rest;
  const { loading, retry } = useWidgetComponent(widget.type);
  const nameOf = useWidgetName();
  const version = versionOf(active);
  if (loading.state === 'loading') return <WidgetSkeleton type={widget.type} presentation={presentation} />;
  if (loading.state === 'failed') return <WidgetFailure presentation={presentation} retry={retry} />;
  const { Component } = loading;
  return (
    <WidgetBoundary
      key={`${widget.id} ${entryOf(widget.type)?.followsChanges ? '' : version}`}
      version={version}
      report={(error, where) => logError('WIDGET', `${widget.type} ${widget.id} failed${where}`, error)}
      presentation={presentation}
      Fallback={WidgetFailure}
    >
      <Component widget={widget} configuration={configuration} name={nameOf(widget)} {...rest} />
    </WidgetBoundary>
  );
}

interface SkeletonProps {
  readonly type: WidgetType;
  readonly presentation: Presentation;
}

function WidgetSkeleton({ type, presentation }: SkeletonProps) {
  if (presentation === 'embedded') return <Skeleton className="size-full" />;
  const panel = entryOf(type)?.panel;
  if (panel === 'feed') return <PostsSkeleton rows={6} />;
  if (panel === 'large')
    return (
      // Cards, below their filters.
      <div className="grid h-full grid-cols-[repeat(auto-fill,minmax(min(16.5rem,100%),1fr))] content-start gap-4 overflow-hidden px-6 pt-14 max-tablet:px-4">
        {Array.from({ length: 8 }, (_, card) => (
          <Skeleton key={card} className="aspect-8/7 rounded-card!" />
        ))}
      </div>
    );
  return (
    <div className="grid gap-3 px-6 pt-2 pb-8">
      {['w-3/4', 'w-full', 'w-5/6', 'w-1/2'].map((width) => (
        <Skeleton key={width} className={`h-5 ${width}`} />
      ))}
    </div>
  );
}

/** The error message of a widget: short in the picture, a full sentence in a panel. */
export function WidgetFailure({ presentation, retry }: FailureProps) {
  const { t } = useTranslation('widgets');
  if (presentation === 'embedded') {
    return (
      <button
        type="button"
        onClick={retry}
        className="island press text-caption flex size-full min-h-11 flex-wrap content-center items-center justify-center gap-2 overflow-hidden rounded-field px-3"
      >
        <Icon svg={imageBroken} size={18} />
        <span>{t('failed.short')}</span>
        <span className="font-strong underline underline-offset-4">{t('failed.again')}</span>
      </button>
    );
  }
  return (
    <div role="alert" data-panel-statement>
      <Statement
        svg={imageBroken}
        level={3}
        title={t('failed.title')}
        text={t('failed.text')}
        action={<Button onClick={retry}>{t('failed.again')}</Button>}
      />
    </div>
  );
}

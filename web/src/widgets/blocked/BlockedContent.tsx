/** Stands in place of content whose providers are not accepted: what it is, who it comes from, and how to allow it. */
import shield from '@phosphor-icons/core/regular/shield-check.svg?raw';
import { Link } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { AssetImage } from '../../platform/assets/AssetImage.tsx';
import { allowProviders, allowProvidersOnce } from '../../platform/consent/decide.ts';
import { useProviderNames } from '../../platform/consent/useProviderNames.ts';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Icon } from '../../platform/icons/Icon.tsx';
import { privacyPreferencesHash } from '../../platform/navigation/guards.ts';
import { useElementSize } from '../../platform/useElementSize.ts';
import { Button } from '../../ui/Button.tsx';
import { moveFocusOutOf } from '../host/moveFocusOutOf.ts';
import { addressOf, useContent } from '../host/newTabLink.ts';
import { OpenInNewTab } from '../host/OpenInNewTab.tsx';
import type { ActiveWidget } from '../registry/activeWidgets.ts';
import { useWidgetName, useWidgetTypeName } from '../registry/useWidgetName.ts';
import type { Presentation } from '../registry/widgetProps.ts';
import styles from './blockedContent.module.css';
import { useTexts } from './useTexts.ts';

export interface BlockedContentProps {
  readonly active: ActiveWidget;
  /** The ids of the providers that are not accepted. */
  readonly providers: readonly string[];
  readonly presentation: Presentation;
  /** Opens the panel of an embedded widget. */
  readonly open: () => void;
}

/** Pixels. A smaller box in the picture only has a button, which opens the card in a panel. */
const cardSize = { width: 320, height: 260 };
/** In a lower box the card has no icon. */
const iconHeight = 400;
/** In a lower box the button only has the name of the widget. */
const reasonHeight = 80;

export default function BlockedContent(props: BlockedContentProps) {
  const names = useProviderNames().short(props.providers);
  return props.presentation === 'embedded' ? (
    <EmbeddedCard {...props} names={names} />
  ) : (
    <Card {...props} names={names} hasTitle={false} hasIcon />
  );
}

type CardProps = BlockedContentProps & { readonly names: string };

function EmbeddedCard(props: CardProps) {
  const { ref, size } = useElementSize();
  const isLarge = size !== undefined && size.width >= cardSize.width && size.height >= cardSize.height;
  return (
    <div ref={ref} className="island relative isolate size-full overflow-hidden rounded-field">
      {isLarge ? (
        <div className="size-full overflow-y-auto">
          <Card {...props} hasTitle hasIcon={size.height >= iconHeight} />
        </div>
      ) : (
        <CardButton {...props} hasReason={size !== undefined && size.height >= reasonHeight} />
      )}
    </div>
  );
}

function CardButton({
  active: { widget },
  names,
  open,
  hasReason,
}: CardProps & { readonly hasReason: boolean }) {
  const { t } = useTexts();
  const nameOf = useWidgetName();
  const name = nameOf(widget);
  return (
    <button
      type="button"
      data-opens={widget.id}
      aria-haspopup="dialog"
      aria-label={t('open', { name, providers: names })}
      onClick={open}
      className="press flex size-full min-h-11 flex-wrap content-center items-center justify-center gap-2 rounded-field px-3 text-caption"
    >
      <Icon svg={shield} size={18} />
      <span className="min-w-0 [overflow-wrap:anywhere]">{name}</span>
      {hasReason && (
        <span className="line-clamp-2 w-full text-ink-2 [overflow-wrap:anywhere]">
          {t('needs', { providers: names })}
        </span>
      )}
    </button>
  );
}

/** The button is removed with the card. */
const withKeptFocus = (decide: () => void) => (event: MouseEvent<HTMLElement>) => {
  moveFocusOutOf(event.currentTarget);
  decide();
};

const ignore = (): void => undefined;

/** The widget's own picture, decorative: nothing of its provider is loaded before it is allowed. */
function Poster({ active: { configuration } }: Pick<CardProps, 'active'>) {
  const assetId = 'posterAssetId' in configuration ? configuration.posterAssetId : undefined;
  if (assetId === undefined) return null;
  return (
    <div aria-hidden className={styles.poster}>
      <AssetImage assetId={assetId} width={640} alt="" onFailure={ignore} />
    </div>
  );
}

interface CardShape {
  readonly hasTitle: boolean;
  readonly hasIcon: boolean;
}

function Card({ active, providers, names, hasTitle, hasIcon }: CardProps & CardShape) {
  const { widget } = active;
  const { t } = useTexts();
  const { t: shell } = useTranslation();
  const nameOf = useWidgetName();
  const typeName = useWidgetTypeName();
  const allNames = useProviderNames().all(providers);
  const address = addressOf(active);
  // Only pages: assets of the venue come from this server.
  const { url } = useContent(address?.kind === 'asset' ? undefined : address);
  const Heading = hasTitle ? 'h3' : 'p';
  return (
    <div
      data-panel-statement
      className="mx-auto flex min-h-full max-w-[min(27.5rem,calc(100vw-2*var(--edge)))] flex-col items-center justify-center gap-1 px-6 py-6 text-center"
    >
      <Poster active={active} />
      {hasIcon && (
        <span className="mb-2 grid size-14 shrink-0 place-items-center rounded-card bg-raised low:hidden">
          <Icon svg={shield} size={26} />
        </span>
      )}
      <Heading className="title-font text-section [overflow-wrap:anywhere]">
        {hasTitle ? nameOf(widget) : t('comesFrom', { providers: allNames })}
      </Heading>
      <p className="text-caption text-ink-2">{typeName(widget.type)}</p>
      <p className="pt-2 text-ink-2 [overflow-wrap:anywhere]">
        {t('declined', { providers: hasTitle ? allNames : names })}
      </p>
      <div className="flex flex-wrap justify-center gap-2 pt-4">
        <Button onClick={withKeptFocus(() => allowProviders(providers))} className="max-w-full">
          <span className="min-w-0 py-2 [overflow-wrap:anywhere]">{t('allow', { providers: names })}</span>
        </Button>
        <Button kind="quiet" onClick={withKeptFocus(() => allowProvidersOnce(providers))}>
          {t('once')}
        </Button>
      </div>
      <div className="flex flex-wrap justify-center gap-x-5 gap-y-3 pt-3">
        {url !== undefined && <OpenInNewTab href={url} kind="link" />}
        <Link
          to="."
          search={true}
          hash={privacyPreferencesHash}
          className="target rounded-mark text-caption underline underline-offset-4"
        >
          {shell('page.privacyPreferences')}
        </Link>
      </div>
    </div>
  );
}

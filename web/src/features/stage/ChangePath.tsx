/** A place in a venue, in words that a designer knows: Lobby › Door “Bar” › Name (German). */
import { describePath } from '@foyer/contract/versionChanges';
import type { ChangeNames, ChangeStep } from '@foyer/contract';
import { Fragment } from 'react';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { useChangeLanguage } from './useChangeLanguage.ts';

interface Props {
  /** A path without steps leads to the venue itself. */
  readonly path: readonly ChangeStep[];
  readonly names: ChangeNames;
}

export function ChangePath({ path, names }: Props) {
  const { t } = useTranslation('stage');
  const language = useChangeLanguage();
  if (path.length === 0) return t('changes.venue');
  return describePath(path, names, language).map((step, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the steps of a path have no other identity
    <Fragment key={index}>
      {index > 0 && ' › '}
      <bdi>{step}</bdi>
    </Fragment>
  ));
}

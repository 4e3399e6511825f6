/** The organiser's page: the figures of the venue (TRACK-12), and for administrators the captured messages (ERROR-10). */
import { useState } from 'react';
import { operatingMode } from '../../platform/base.ts';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Segments } from '../../ui/Segments.tsx';
import { Tag } from '../../ui/Tag.tsx';
import styles from './figuresPage.module.css';
import { FiguresTab } from './FiguresTab.tsx';
import { MessagesTab } from './messages/MessagesTab.tsx';
import { NoAccess } from './NoAccess.tsx';
import { useFiguresRole } from './useFiguresRole.ts';

type Tab = 'figures' | 'messages';

export default function FiguresPage() {
  const { t } = useTranslation('analytics');
  const role = useFiguresRole();
  const [tab, setTab] = useState<Tab>('figures');
  if (!role)
    return (
      <div className="grid min-h-dvh place-items-center pt-(--header-height) pb-(--footer-height)">
        <NoAccess />
      </div>
    );
  const isAdmin = role === 'ROLE_ADMIN';
  const shown = isAdmin ? tab : 'figures';
  return (
    <article className={styles.page}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h1 tabIndex={-1} className="title-font text-page-phone tablet:text-page">
            {t(shown === 'messages' ? 'messages.title' : 'title')}
          </h1>
          {/* The messages of live venue and stage are in one list. */}
          {shown === 'figures' && <Tag>{t(operatingMode === 'STAGE' ? 'ofStage' : 'ofLive')}</Tag>}
        </div>
        {isAdmin && (
          <Segments
            label={t('tabs.label')}
            value={shown}
            onChange={setTab}
            className="h-12! print:hidden"
            segments={[
              { value: 'figures', label: t('tabs.figures') },
              { value: 'messages', label: t('tabs.messages') },
            ]}
          />
        )}
      </div>
      {shown === 'messages' ? <MessagesTab /> : <FiguresTab />}
    </article>
  );
}

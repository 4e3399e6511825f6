import type { ChatRoom } from '@foyer/contract';
import { useState, type DragEvent, type ReactNode } from 'react';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { createTray } from '../model/tray.ts';
import { useVisit } from '../../../platform/visit/VisitProvider.tsx';
import styles from './fileDropZone.module.css';

interface FileDropZoneProps {
  readonly room: ChatRoom;
  readonly children: ReactNode;
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files');

/** Accepts files that are dropped anywhere on the open room. */
export function FileDropZone({ room, children }: FileDropZoneProps) {
  const tray = useVisit().get(createTray);
  const { t } = useTranslation('chat');
  const [isOver, setIsOver] = useState(false);
  const canDrop = room.readOnlyReason === undefined;
  return (
    <div
      role="presentation"
      onDragOver={(event) => {
        if (!canDrop || !hasFiles(event)) return;
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) setIsOver(false);
      }}
      onDrop={(event) => {
        if (!canDrop || !hasFiles(event)) return;
        event.preventDefault();
        setIsOver(false);
        tray.add(room.id, [...event.dataTransfer.files]);
      }}
      className={styles.zone}
    >
      {children}
      {isOver && <div className={styles.hint}>{t('upload.drop')}</div>}
    </div>
  );
}

import type { ReactNode } from 'react';
import styles from './meetingRoom.module.css';

/** What stands in place of the room: in the middle of the page, or in a panel. */
export const MeetingNotice = ({ children }: { readonly children: ReactNode }) => (
  <div data-panel-statement className={styles.notice}>
    {children}
  </div>
);

import type { ReactNode } from 'react';
import './meeting.css';

/** What stands in place of the room: in the middle of the page, or in a panel. */
export const MeetingNotice = ({ children }: { readonly children: ReactNode }) => (
  <div className="meeting-notice panel-statement">{children}</div>
);

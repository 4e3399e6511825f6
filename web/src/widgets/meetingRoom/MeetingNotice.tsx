import type { ReactNode } from 'react';
import './meeting.css';

/** What stands in place of the room: in the middle of the page, and as wide as a text in a panel. */
export const MeetingNotice = ({ children }: { readonly children: ReactNode }) => (
  <div className="meeting-notice">{children}</div>
);

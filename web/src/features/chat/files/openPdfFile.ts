/** The PDF of a message that is open in a dialog. It stays open when its message scrolls out of the list. */
import { create } from 'zustand';
import type { MessageFile } from './messageFile.ts';

export const usePdfFile = create<{ readonly file: MessageFile | null }>(() => ({ file: null }));
export const openPdfFile = ({ roomId, seq, upload }: MessageFile): void =>
  usePdfFile.setState({ file: { roomId, seq, upload } });
export const closePdfFile = (): void => usePdfFile.setState({ file: null });

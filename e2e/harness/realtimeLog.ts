/** Records the messages of the realtime connections of a page. */
import { inflateRawSync } from 'node:zlib';
import { expect, type Page } from '@playwright/test';

export interface LoggedMessage {
  readonly at: number;
  readonly by: 'client' | 'server';
  /** The name of a command or event; 'reply' for a reply. */
  readonly name: string;
  readonly data: unknown;
}

interface Message {
  readonly command?: string;
  readonly input?: unknown;
  readonly event?: string;
  readonly data?: unknown;
}

export class RealtimeLog {
  /** The numbers of connections that were opened, and that are open. */
  opened = 0;
  open = 0;
  readonly messages: LoggedMessage[] = [];

  constructor(page: Page) {
    page.on('websocket', (socket) => {
      if (!socket.url().endsWith('/api/realtime')) return;
      this.opened += 1;
      this.open += 1;
      socket.on('framesent', ({ payload }) => this.add('client', payload));
      socket.on('framereceived', ({ payload }) => this.add('server', payload));
      socket.on('close', () => (this.open -= 1));
    });
  }

  /** The messages of a name, oldest first. */
  all(name: string): LoggedMessage[] {
    return this.messages.filter((each) => each.name === name);
  }

  /** Waits for the `times`-th message with a name. */
  async waitFor(name: string, times = 1): Promise<LoggedMessage> {
    await expect.poll(() => this.all(name).length, { message: name }).toBeGreaterThanOrEqual(times);
    return this.all(name)[times - 1] as LoggedMessage;
  }

  private add(by: LoggedMessage['by'], payload: string | Buffer): void {
    const text = typeof payload === 'string' ? payload : inflateRawSync(payload).toString();
    const { command, input, event, data } = JSON.parse(text) as Message;
    this.messages.push({ at: Date.now(), by, name: command ?? event ?? 'reply', data: input ?? data });
  }
}

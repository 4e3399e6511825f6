/** What goes over the realtime connections of a page, as the browser sees it. */
import { inflateRawSync } from 'node:zlib';
import { expect, type Page } from '@playwright/test';

export interface Said {
  readonly at: number;
  readonly by: 'client' | 'server';
  /** A command or an event; 'answer' for the answer to a command. */
  readonly name: string;
  readonly data: unknown;
}

interface Message {
  readonly command?: string;
  readonly input?: unknown;
  readonly event?: string;
  readonly data?: unknown;
}

export class RealtimeLine {
  /** How many connections were made, and how many of them are open. */
  made = 0;
  open = 0;
  readonly said: Said[] = [];

  constructor(page: Page) {
    page.on('websocket', (socket) => {
      if (!socket.url().endsWith('/api/realtime')) return;
      this.made += 1;
      this.open += 1;
      socket.on('framesent', ({ payload }) => this.note('client', payload));
      socket.on('framereceived', ({ payload }) => this.note('server', payload));
      socket.on('close', () => (this.open -= 1));
    });
  }

  /** What was said under a name, oldest first. */
  all(name: string): Said[] {
    return this.said.filter((each) => each.name === name);
  }

  /** Waits until something was said so often. */
  async hears(name: string, times = 1): Promise<Said> {
    await expect.poll(() => this.all(name).length, { message: name }).toBeGreaterThanOrEqual(times);
    return this.all(name)[times - 1] as Said;
  }

  private note(by: Said['by'], payload: string | Buffer): void {
    const text = typeof payload === 'string' ? payload : inflateRawSync(payload).toString();
    const { command, input, event, data } = JSON.parse(text) as Message;
    this.said.push({ at: Date.now(), by, name: command ?? event ?? 'answer', data: input ?? data });
  }
}

/** The writer threads of a test process. Each serves one database at a time, because starting one takes longer than most tests. */
import { EventEmitter } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { StartWriter } from '#platform/storage/sqlite/writer';

const idle: Worker[] = [];

/** Starts a writer in a thread whose last database is closed, or else in a new thread. */
export const reuseWriter: StartWriter = (settings) => {
  const worker =
    idle.pop() ?? new Worker(new URL('./writerThread.worker.ts', import.meta.url), { execArgv: [] });
  worker.ref();
  const thread = Object.assign(new EventEmitter(), {
    postMessage: (message: unknown) => worker.postMessage(message, []),
  });
  worker.on('message', (message) => {
    if (message !== 'closed') {
      thread.emit('message', message);
      return;
    }
    for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
    worker.unref();
    idle.push(worker);
    thread.emit('exit');
  });
  worker.on('error', (error) => thread.emit('error', error));
  worker.on('exit', () => thread.emit('exit'));
  worker.postMessage(settings, []);
  return thread;
};

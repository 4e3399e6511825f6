import { expect, test } from 'vitest';
import { askAbout, closeQuestion, useQuestion, type Question } from './dialogRequest.ts';

const leaving: Question = { kind: 'leave', roomId: 'r1', name: 'Light' };

test('CHAT-09qa what is done closes the question it was asked in, and none that was opened since', () => {
  askAbout(leaving);
  const next: Question = { ...leaving, roomId: 'r2' };
  askAbout(next);
  closeQuestion(leaving);
  expect(useQuestion.getState().question).toBe(next);
  closeQuestion(next);
  expect(useQuestion.getState().question).toBeNull();
});

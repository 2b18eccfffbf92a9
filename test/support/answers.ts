import { expect } from '@jest/globals';
import type { Answer } from './app.ts';

/** Expects the documented error body, whose description holds `naming`. */
export const expectError = (answer: Answer, status: number, error: string, naming = ''): void => {
  expect({ status: answer.status, body: answer.body }).toEqual({
    status,
    body: expect.objectContaining({
      error,
      error_description: expect.stringContaining(naming),
      code: expect.any(String),
      documentation: expect.stringContaining('/docs/errors#'),
    }),
  });
};

import { describe, expect, it } from '@jest/globals';
import { isLoopback } from '../../src/ground/http/loopback.ts';

describe('isLoopback', () => {
  it.each([
    ['http://localhost:3000', true],
    ['http://guildhall.localhost', true],
    ['http://127.1.2.3', true],
    ['http://[::1]', true],
    ['smtp://LOCALHOST:25', true],
    ['http://127.0.0.1.example', false],
    ['http://localhost.example', false],
    ['http://10.0.0.1', false],
  ])('%s: %j', (url, expected) => {
    expect(isLoopback(url)).toBe(expected);
  });
});

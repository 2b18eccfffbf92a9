import type { Clock } from '../../src/ground/kernel/clock.ts';

/** Real time, shifted by as much as a test says. */
export class TestClock implements Clock {
  private offset = 0;

  now(): Date {
    return new Date(Date.now() + this.offset);
  }

  /** Lets so many seconds pass at once. */
  advance(seconds: number): void {
    this.offset += seconds * 1000;
  }

  /** Shows real time again, as other processes do. */
  reset(): void {
    this.offset = 0;
  }
}

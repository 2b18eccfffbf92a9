import type { Clock } from '../../src/ground/kernel/clock.ts';

const DAY = 86_400;

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

  /** Lets time pass until noon (UTC) of the next day, so that no day ends while a test runs. */
  untilNoon(): void {
    this.advance(DAY * 1.5 - ((this.now().getTime() / 1000) % DAY));
  }

  /** Shows real time again, as other processes do. */
  reset(): void {
    this.offset = 0;
  }
}

import { secondsAfter, stopwatch, type Clock } from '../clock.ts';
import { kernelErrors } from '../errors.ts';
import type { Log } from '../log.ts';
import { Meter } from '../meter.ts';

/** How often the event loop is to show a sign of life. */
const BEAT_MS = 20;
/**
 * If the event loop lags and no more requests than these have begun since the last beat, they are not too many: one of them is
 * long, or the process has just started.
 */
const FEW = 50;
/** If none has begun for so long, the process was held up, however many began before: only those that begin now wait for it. */
const PAUSE_MS = 50;
/** How long a request may wait for its slice. While requests of a burst wait, the event loop does not lag because of them. */
const WAIT_MAX_MS = 2000;
/** How often the log says that requests are refused. */
const LOG_SECONDS = 60;

/** What it needs of a runtime, which it is a part of. */
interface Host {
  readonly settings: { readonly server: { readonly overloadLagMs: number } };
  readonly clock: Clock;
  readonly log: Log;
  get(part: typeof Meter): Meter;
}

/**
 * Refuses requests while the event loop lags because of many of them, and those that have waited too long for their slice.
 * Those that have begun are answered the sooner.
 */
export class OverloadGuard {
  /** Passed since the last beat. Undefined while nobody asks for anything. */
  private sinceBeat: (() => number) | undefined;
  private begun = 0;
  /** When the last one began, after the beat. */
  private lastMs = 0;
  private waitedMs = 0;
  private behind = 0;
  private quietUntil = new Date(0);

  constructor(private readonly runtime: Host) {}

  /** Counts a request that begins. Throws `OVERLOADED` if the event loop lags too much, or it has waited too long. */
  begin(): void {
    const { overloadLagMs } = this.runtime.settings.server;
    if (overloadLagMs === 0) return;
    const passed = this.sinceBeat ?? this.beat();
    const sinceBeatMs = passed() * 1000;
    if (sinceBeatMs - this.lastMs > PAUSE_MS) this.begun = 0;
    this.lastMs = sinceBeatMs;
    this.begun += 1;
    const lagMs = sinceBeatMs - BEAT_MS;
    const hasLine = this.waitedMs > WAIT_MAX_MS && this.begun + this.behind > FEW;
    if (!hasLine && (this.begun <= FEW || lagMs <= overloadLagMs)) return;
    this.refuse(Math.max(lagMs, this.waitedMs));
  }

  /** Notes how long the request that begins next has waited for its slice, and how many wait behind it. */
  waited(seconds: number, behind: number): void {
    this.waitedMs = seconds * 1000;
    this.behind = behind;
  }

  private beat(): () => number {
    this.begun = 0;
    this.lastMs = 0;
    this.sinceBeat = stopwatch();
    setTimeout(() => {
      if (this.begun > 0) this.beat();
      else this.sinceBeat = undefined;
    }, BEAT_MS).unref();
    return this.sinceBeat;
  }

  private refuse(lagMs: number): never {
    const { clock, log } = this.runtime;
    this.runtime.get(Meter).listener?.overloaded();
    const now = clock.now();
    if (now >= this.quietUntil) {
      this.quietUntil = secondsAfter(now, LOG_SECONDS);
      log.warn({ lagMs: Math.round(lagMs) }, 'the event loop lags, so requests are refused');
    }
    throw kernelErrors.OVERLOADED({ retryAfter: 1 });
  }
}

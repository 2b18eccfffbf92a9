import { secondsAfter } from '../../ground/kernel/clock.ts';
import { falseIfRefused, signedIn, type Permit } from '../../ground/kernel/access.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { fault } from '../../ground/kernel/errors.ts';
import { auditPolicy, DailyCountService, lastDays } from '../audit/index.ts';
import { customerLoader, OperatorCustomer } from '../customers/index.ts';
import { Keyring, signingKeyPolicy } from '../keys/index.ts';
import { attention, type Attention } from './figures.hot.sql.ts';

/** The longest period. */
export const DAYS_MAX = 92;
/** How many of the clients with the most logins are shown. */
const CLIENTS = 10;
/** A secret expires soon if it does within a week. */
const SOON_SECONDS = 7 * 86_400;
const DAY_MS = 86_400_000;

/** What happened on a day of UTC. */
export interface DayFigures {
  readonly day: string;
  readonly activeUsers: number;
  readonly logins: number;
  readonly failedLogins: number;
  readonly secondFactors: number;
  readonly failedSecondFactors: number;
}

/** How often users signed in to a client. */
export interface ClientLogins {
  readonly clientId: string;
  readonly logins: number;
}

/** The figures of a period that ends today. */
export interface Activity {
  readonly activeUsers: number;
  readonly days: readonly DayFigures[];
  readonly topClients: readonly ClientLogins[];
}

const ACTIONS = ['login.succeeded', 'login.continued', 'login.failed', 'mfa.code_refused'];
const KINDS = ['action', 'client', 'second_factors', 'active_users', 'last_active_users'] as const;

/** Reads figures for one viewer. Each method takes one round trip. */
export class FiguresService {
  private readonly activities = new Map<number, Promise<Activity>>();

  constructor(private readonly ctx: RequestContext) {}

  /** Refuses viewers who may not read the audit trail, and periods that are too long. */
  check(days: number): void {
    auditPolicy.read(this.ctx.viewer);
    if (days < 1 || days > DAYS_MAX) throw fault('days', 'range', { min: 1, max: DAYS_MAX });
  }

  /** The number of users. */
  async users(): Promise<number> {
    const { customerId } = auditPolicy.read(this.ctx.viewer);
    return (await this.ctx.loader(customerLoader).load(customerId))!.userCount;
  }

  /** The last days, oldest first, today included. Read once for all fields of a request. */
  activity(days: number): Promise<Activity> {
    const known = this.activities.get(days) ?? this.read(days);
    this.activities.set(days, known);
    return known;
  }

  private async read(days: number): Promise<Activity> {
    const period = lastDays(this.ctx.clock.now(), days);
    const counters = this.ctx.get(DailyCountService);
    const counts = await counters.of(KINDS, period, { names: ACTIONS, most: CLIENTS });
    const found = new Map(counts.map(({ kind, day, name, count }) => [`${kind} ${day} ${name}`, count]));
    const of = (day: string, kind: string, name = ''): number => found.get(`${kind} ${day} ${name}`) ?? 0;
    const start = Date.parse(period.from);
    const dates = Array.from({ length: days }, (_, n) => new Date(start + n * DAY_MS).toISOString().slice(0, 10));
    return {
      // A user is counted on the day of their last login, so each once.
      activeUsers: dates.reduce((sum, day) => sum + of(day, 'last_active_users'), 0),
      days: dates.map((day) => ({
        day,
        activeUsers: of(day, 'active_users'),
        logins: of(day, 'action', 'login.succeeded') + of(day, 'action', 'login.continued'),
        failedLogins: of(day, 'action', 'login.failed'),
        secondFactors: of(day, 'second_factors'),
        failedSecondFactors: of(day, 'action', 'mfa.code_refused'),
      })),
      topClients: counts
        .filter(({ kind }) => kind === 'client')
        .map(({ name, count }) => ({ clientId: name, logins: count }))
        .toSorted((a, b) => b.logins - a.logins),
    };
  }

  /** What wants attention now. */
  async attention(): Promise<Attention> {
    const { customerId } = auditPolicy.read(this.ctx.viewer);
    const now = this.ctx.clock.now();
    return (await this.ctx.db.first(attention, { customerId, now, soon: secondsAfter(now, SOON_SECONDS) }))!;
  }

  /** The keys that tokens are signed with, or will be. None for viewers who may not see them. */
  async signingKeys(): Promise<SigningKeyFigures[]> {
    if (!(await permitSigningKeys(this.ctx).catch(falseIfRefused))) return [];
    const { runtime, clock } = this.ctx;
    const { keyRotationSeconds } = runtime.settings.tokens;
    const keys = await runtime.get(Keyring).list();
    return keys
      .filter(({ status }) => status === 'next' || status === 'signing')
      .map(({ id, algorithm, status, activeFrom }) => {
        const rotatesAt = keyRotationSeconds === 0 ? null : secondsAfter(activeFrom, keyRotationSeconds);
        const isOverdue = rotatesAt !== null && rotatesAt < secondsAfter(clock.now(), -OVERDUE_SECONDS);
        return { kid: id, algorithm, isSigning: status === 'signing', beginsAt: activeFrom, rotatesAt, isOverdue };
      });
  }
}

/** Refuses viewers who may not see the signing keys: those are the server's own, and no customer's. */
export async function permitSigningKeys({ viewer, runtime }: RequestContext): Promise<Permit<'signing-key:read'>> {
  const { customerId } = signedIn(viewer);
  return signingKeyPolicy.read(viewer, await runtime.get(OperatorCustomer).is(customerId));
}

/** The next key is published a while before it signs, so a replaced key signs somewhat longer. */
const OVERDUE_SECONDS = 2 * 86_400;

/** A key that signs tokens, or will. */
export interface SigningKeyFigures {
  readonly kid: string;
  readonly algorithm: string;
  readonly isSigning: boolean;
  readonly beginsAt: Date;
  readonly rotatesAt: Date | null;
  readonly isOverdue: boolean;
}

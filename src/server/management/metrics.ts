import { Counter, Histogram, Registry, collectDefaultMetrics } from '@prometheus-io/client';
import type { Measures } from '../../ground/kernel/meter.ts';
import { gauge } from './gauge.ts';

/** A second factor failed for one of these reasons. */
const FACTOR_FAULTS: ReadonlySet<string> = new Set([
  'wrong_code',
  'unknown_passkey',
  'wrong_passkey',
  'used_challenge',
  'expired_challenge',
  'passkey_counter',
]);

/**
 * What the client library measures besides, under names that promtool refuses. They say nothing that others do not say. The
 * first three are sums of metrics, and the others cannot be added up over processes.
 */
const UNCONVENTIONAL = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
  'nodejs_eventloop_utilization_summary',
  'nodejs_eventloop_utilization_histogram',
];
/** Seconds. The limits of OpenTelemetry's conventions, and two below, because many answers take less than 5 ms. */
const LIMITS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
/** A timer cannot wait longer. */
const NEVER_MS = 2 ** 31 - 1;

/** A request, as its metric has it. */
export interface TimedRequest {
  readonly method: string;
  /** The route's template, such as `/groups/:group_id`. */
  readonly route: string;
  readonly status: number;
}

/** All metrics of a server. No label has more values than there are routes, statements and errors. */
export class Metrics implements Measures {
  readonly registry = new Registry();
  private readonly requests = this.durations(
    'http_server_request_duration_seconds',
    'How long requests took, by the template of their route.',
    ['http_request_method', 'http_route', 'http_response_status_code'],
  );
  private active = 0;
  private readonly tokens = this.counter('guildhall_token_requests', 'Token requests, by grant type and result.', [
    'grant',
    'result',
  ]);
  private readonly logins = this.counter('guildhall_logins', 'Logins, by outcome and by what was proved.', [
    'outcome',
    'method',
  ]);
  private readonly factors = this.counter('guildhall_second_factors', 'Second factors that were given, by outcome.', [
    'outcome',
  ]);
  private readonly hashes = this.durations(
    'guildhall_password_hash_duration_seconds',
    'How long it took to hash or verify a password, without the wait before.',
    [],
  );
  private readonly statements = this.durations(
    'db_client_operation_duration_seconds',
    'How long statements took, by name. `orm` is every query of a unit of work.',
    ['db_operation_name'],
  );
  private readonly waits = this.durations(
    'db_client_connection_wait_time_seconds',
    'How long it took to get a connection of the pool.',
    [],
  );
  private readonly refused = this.counter(
    'guildhall_overload_refusals',
    'Requests that were refused with 503, and connections that were closed, because there were too many requests.',
    [],
  );
  private readonly delayed = this.counter(
    'guildhall_put_off_requests',
    'Requests that got 503 because of the database, or because they took too long, by cause.',
    ['cause'],
  );
  private readonly deleted = this.counter('guildhall_swept_rows', 'Expired rows that were deleted, by entity.', [
    'entity',
  ]);
  private readonly lastSweep = gauge(
    this.registry,
    'guildhall_clean_up_last_success_timestamp_seconds',
    'When expired rows were last deleted, as a Unix time. 0 before the first time.',
  );

  constructor() {
    collectDefaultMetrics({ register: this.registry, eventLoopUtilizationTimeout: NEVER_MS });
    for (const name of UNCONVENTIONAL) this.registry.removeSingleMetric(name);
    gauge(this.registry, 'http_server_active_requests', 'Requests that are being answered.', [], (each) =>
      each.set(this.active),
    );
  }

  began(): void {
    this.active += 1;
  }

  ended({ method, route, status }: TimedRequest, seconds: number): void {
    this.active -= 1;
    this.requests.observe(
      { http_request_method: method, http_route: route, http_response_status_code: status },
      seconds,
    );
  }

  token(grant: string, result: string): void {
    this.tokens.inc({ grant, result });
  }

  loggedIn(amr: readonly string[]): void {
    this.logins.inc({ outcome: 'succeeded', method: amr.join('+') });
    if (amr.includes('mfa') || amr.includes('email')) this.factors.inc({ outcome: 'succeeded' });
  }

  loginFailed(reason: string): void {
    this.logins.inc({ outcome: reason, method: '' });
    if (FACTOR_FAULTS.has(reason)) this.factors.inc({ outcome: reason });
  }

  steppedUp(): void {
    this.factors.inc({ outcome: 'succeeded' });
  }

  hashed(seconds: number): void {
    this.hashes.observe(seconds);
  }

  statement(name: string, seconds: number): void {
    this.statements.observe({ db_operation_name: name }, seconds);
  }

  waited(seconds: number): void {
    this.waits.observe(seconds);
  }

  overloaded(): void {
    this.refused.inc();
  }

  putOff(cause: string): void {
    this.delayed.inc({ cause });
  }

  swept(entity: string, rows: number): void {
    this.deleted.inc({ entity }, rows);
  }

  cleanedUp(at: Date): void {
    this.lastSweep.set(at.getTime() / 1000);
  }

  private counter<Label extends string>(name: string, help: string, labelNames: Label[]): Counter<Label> {
    return new Counter({ name: `${name}_total`, help, labelNames, registers: [this.registry] });
  }

  private durations<Label extends string>(name: string, help: string, labelNames: Label[]): Histogram<Label> {
    return new Histogram({ name, help, labelNames, buckets: LIMITS, registers: [this.registry] });
  }
}

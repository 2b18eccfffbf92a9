import type { Config } from '../../ground/config/load.ts';
import type { Figures, Health } from '../management/index.ts';

/** The first message to a worker: what it serves with. */
export interface Orders {
  readonly kind: 'start';
  readonly config: Config;
  readonly url: string;
  readonly secretKey: Buffer;
  /** Its number, for the log. */
  readonly number: number;
}

/** What a worker is asked for by its parent. */
export interface Answers {
  readonly metrics: Figures;
  readonly health: Health;
}

/** From the parent. `ping`: show a sign of life. `jobs`: do the jobs of the server from now on. `ring`: this bell rang in another worker. */
export type ToWorker =
  | Orders
  | { readonly kind: 'ping' }
  | { readonly kind: 'jobs' }
  | { readonly kind: 'ring'; readonly bell: string }
  | { readonly kind: 'ask'; readonly id: number; readonly what: keyof Answers }
  | { readonly kind: 'stop' };

/** From a worker. `pong`: it lives. `failed`: it cannot start, with the reason for people, or null if the log has it. */
export type ToParent =
  | { readonly kind: 'listening' }
  | { readonly kind: 'pong' }
  | { readonly kind: 'failed'; readonly told: string | null }
  | { readonly kind: 'ring'; readonly bell: string }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: Answers[keyof Answers] | null };

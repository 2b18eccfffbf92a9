import type { Application, Router } from 'express';

/** Where endpoints are mounted. */
export interface Mounts {
  /** At the root of the host. */
  readonly app: Application;
  /** At the path of the issuer. The same, if that is the root. */
  readonly router: Router;
}

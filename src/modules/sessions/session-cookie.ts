import type { Cookie } from '../../ground/http/site.ts';
import { Site } from '../../ground/http/site.ts';
import type { Runtime } from '../../ground/kernel/runtime.ts';

/** The cookie that holds a session's secret. */
export const sessionCookie = (runtime: Runtime): Cookie => runtime.get(Site).cookie('session');

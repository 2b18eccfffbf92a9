import type { Cookie } from '../../http/site.ts';
import { Site } from '../../http/site.ts';
import type { Runtime } from '../../kernel/runtime.ts';

/** The cookie that holds a session's secret. */
export const sessionCookie = (runtime: Runtime): Cookie => runtime.get(Site).cookie('session');

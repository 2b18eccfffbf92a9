import type { Cookie } from '../../kernel/site.ts';
import { Site } from '../../kernel/site.ts';
import type { Runtime } from '../../kernel/runtime.ts';

/** The cookie that holds a session's secret. */
export const sessionCookie = (runtime: Runtime): Cookie => runtime.get(Site).cookie('session');

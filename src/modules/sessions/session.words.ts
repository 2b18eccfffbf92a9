import type { RequestContext } from '../../kernel/context.ts';
import { deviceName } from './device-name.ts';
import { Locations } from './location.ts';
import type { SessionRow } from './session-list.sql.ts';

/** A session as a viewer sees it. */
export interface SessionView extends SessionRow {
  /** “Firefox on Linux”. */
  readonly deviceName: string;
  /** “Berlin, Germany”, or “Unknown”. */
  readonly location: string;
  /** Whether it is the session that asks. */
  readonly isCurrent: boolean;
}

/** The session in words. */
export function sessionView(ctx: RequestContext, row: SessionRow): SessionView {
  const { viewer, runtime } = ctx;
  return {
    ...row,
    deviceName: deviceName(row.userAgent),
    location: runtime.get(Locations).of(row.ipAddress),
    isCurrent: viewer.kind === 'user' && viewer.sessionId === row.id,
  };
}

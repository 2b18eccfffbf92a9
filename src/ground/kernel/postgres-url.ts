/** The parts of a `postgres://` URL with several servers, as libpq reads it: `postgres://user@one:5432,two:5433/name`. */

/** Which servers a connection may lead to, as in libpq. */
export const SESSION_TARGETS = ['any', 'primary', 'read-write'] as const;
export type SessionTarget = (typeof SESSION_TARGETS)[number];

const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/;

/** A URL for each server, in their order. */
export function hostsOf(url: string): string[] {
  const [, before, hosts = '', behind = ''] = PARTS.exec(url) ?? [];
  if (before === undefined) return [url];
  const others = behind.replace(/([?&])target_session_attrs=[^&]*(&|$)/, (_, start: string, end: string) =>
    end === '' ? '' : start,
  );
  return hosts.split(',').map((host) => before + host + others);
}

/** The wanted server: what the URL says, or of several one that can be written to, unless said otherwise. */
export function targetOf(url: string, ofSeveral: SessionTarget = 'read-write'): SessionTarget {
  const given = /[?&]target_session_attrs=([^&]*)/.exec(url)?.[1];
  return (given as SessionTarget | undefined) ?? (hostsOf(url).length > 1 ? ofSeveral : 'any');
}

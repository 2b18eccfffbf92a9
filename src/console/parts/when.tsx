import { exactMoment, moment } from '../messages/index.ts';

/** A moment in the reader's zone; the exact one on hover. A dash if there is none. */
export function When({ time }: { time: string | null | undefined }) {
  if (!time) return <span className="none">–</span>;
  return (
    <time dateTime={time} title={exactMoment(time)}>
      {moment(time)}
    </time>
  );
}

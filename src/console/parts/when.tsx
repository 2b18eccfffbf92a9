import { exactMoment, partsOfMoment } from '../messages/index.ts';

/** A moment in the reader's zone; the exact one on hover. A dash if there is none. It breaks between its day and time alone. */
export function When({ time }: { time: string | null | undefined }) {
  if (!time) return <span className="none">–</span>;
  const [day, hour] = partsOfMoment(time);
  return (
    <time dateTime={time} title={exactMoment(time)}>
      <span>{day}</span> <span>{hour}</span>
    </time>
  );
}

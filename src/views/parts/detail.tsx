import type { MessageKey } from '../messages.ts';
import type { Translate } from '../translate.ts';

/** What a client asks for in detail, in words. */
export interface ShownDetail {
  readonly name: string;
  readonly members: readonly {
    readonly member: string;
    /** What the operator calls it, if anything. */
    readonly title: string | null;
    readonly value: string;
  }[];
}

const COMMON = new Map<string, Extract<MessageKey, `detail.${string}`>>([
  ['locations', 'detail.locations'],
  ['actions', 'detail.actions'],
  ['datatypes', 'detail.datatypes'],
  ['privileges', 'detail.privileges'],
  ['identifier', 'detail.identifier'],
]);

function titleOf(t: Translate, { member, title }: ShownDetail['members'][number]): string {
  const key = COMMON.get(member);
  return title ?? (key ? t(key) : member);
}

/** The item of a list that tells what a client asks for in detail. */
export function Detail({ t, detail: { name, members } }: { t: Translate; detail: ShownDetail }) {
  return (
    <li>
      <bdi>{name}</bdi>
      {members.map((each) => (
        <small>
          <bdi>{titleOf(t, each)}</bdi>: <bdi>{each.value}</bdi>
        </small>
      ))}
    </li>
  );
}
